"""Words to options: the only room that knows `argparse`, and the flags that commands share."""
