"""The command `turnstone`; it loads the rest late, so that a Ctrl-C during the start is quiet."""

import sys


def main() -> None:
    """The entry point of the console script."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Odd bytes and letters are shown, not died of.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        from .app import run

        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:  # a kernel was asked for that is not here
        print(f"turnstone: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
