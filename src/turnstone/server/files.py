"""How many files the system lets this process have open; every connection is one."""

import sys
from contextlib import suppress

RESERVE = 150  # for the database, bots' processes and the page's files

if sys.platform != "win32":
    import resource

    def allow_all() -> None:
        """Have as many as the system grants to who asks."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with suppress(ValueError, OSError):  # some systems grant less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def connections() -> int:
        """How many connections there is room for."""
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if allowed == resource.RLIM_INFINITY:
            return sys.maxsize
        return max(allowed - RESERVE, allowed // 2)

else:

    def allow_all() -> None:
        """Nothing has to be asked for."""

    def connections() -> int:
        """How many connections there is room for."""
        return sys.maxsize
