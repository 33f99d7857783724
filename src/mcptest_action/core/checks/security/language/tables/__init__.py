"""The patterns behind each signal, as data. `../pattern.py` says how they are read."""
