"""Our own container image: whether this is it, and what that means for files."""

import os

# The Dockerfile leaves this. In any other container the server may well run beside us.
MARK = "/opt/mcptest/.our-image"
MOUNT = 'docker run -v "$PWD:/work"'
AS_OWNER = 'run the container as the owner of the folder: --user "$(id -u):$(id -g)"'


def is_our_image(root: str = "") -> bool:
    return os.path.lexists(root + MARK)


def goes_with_us(folder: str, root: str = "") -> bool:
    """Whether the folder is part of the container: nothing of it is left when that ends."""
    if not is_our_image(root):
        return False
    try:
        return os.stat(folder).st_dev == os.stat(root or "/").st_dev
    except OSError:
        return False
