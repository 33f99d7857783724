"""A small reading of English: words, sentences, and the signals that stand in them."""
