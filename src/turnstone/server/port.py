"""The port, taken before the rest of the server is loaded: who comes meanwhile waits instead of
knocking again and again, and a port in use is one clear line at once.
"""

import errno
import socket


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; OSError says in one line why there is none."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise OSError(error.errno, f"{host} is no address of this machine") from None
    listening = socket.socket(family, kind, proto)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                error.errno, f"port {port} is in use; choose another with --port, or 0 for any"
            ) from None
        raise OSError(error.errno, f"cannot listen on {host}:{port}: {error.strerror}") from None
    listening.listen(2048)
    listening.setblocking(False)
    return listening
