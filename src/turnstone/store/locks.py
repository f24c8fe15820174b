"""Locks of whole files, which the system takes back when a process ends, however it ends."""

import os


def lock(handle: int) -> bool | None:
    """Take the lock of an open file until it is closed: False if somebody else has it, None where
    there are no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return None
    return True


def is_abandoned(path: os.PathLike[str]) -> bool:
    """Whether nobody holds the lock of a file; not known is no."""
    return _tried(path) is True


def is_held(path: os.PathLike[str]) -> bool:
    """Whether somebody holds the lock of a file; not known is no."""
    return _tried(path) is False


def _tried(path: os.PathLike[str]) -> bool | None:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    try:
        return lock(handle)
    finally:
        os.close(handle)
