"""Letters that look like others, folded to the plain Latin letter a reader takes them for."""

import unicodedata

# Cyrillic, Greek, Armenian and Latin letters that pass for the ASCII letter before them.
_LOOKALIKES = """
a аɑα  b ЬƄв  c сϲⅽ  d ԁⅾɗ  e еєҽε  f ƒſ  g ɡց  h һհн  i іıɩιӏ  j јϳ  k κкƙ  l ⅼǀ  m мⅿ
n ոռηп  o оοօσ  p рρ  q ԛգ  r гᴦ  s ѕꜱ  t тτ  u υսц  v νѵⅴ  w ԝωѡш  x хχⅹ  y уγү  z ᴢż
A АΑ  B ВΒ  C СϹ  D Ꭰ  E ЕΕ  F Ϝ  G Ԍ  H НΗ  I ІΙӀ  J ЈͿ  K КΚ  L Ꮮ  M МΜ
N Ν  O ОΟՕ  P РΡ  Q Ԛ  R Ꭱ  S ЅՏ  T ТΤ  U Ս  V Ѵ  W Ԝ  X ХΧ  Y УΥ  Z ΖᏃ
"""
_PAIRS = _LOOKALIKES.split()
_FOLD = str.maketrans(
    {odd: letter for letter, odds in zip(_PAIRS[::2], _PAIRS[1::2], strict=True) for odd in odds}
)
# Drawn as nothing, though Unicode calls them letters or marks.
_BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"))


def fold(text: str) -> str:
    """The text in plain Latin letters, where it looks as if it were."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_BLANKS))
    bare = "".join(c for c in apart if unicodedata.category(c) not in {"Mn", "Cf"})
    return bare.translate(_FOLD)
