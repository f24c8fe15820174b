"""The end of a connection that is listened to no longer."""

import asyncio

MOMENT = 1.0  # seconds in which the last word can be heard


def part(transport: asyncio.Transport, last: bytes) -> asyncio.TimerHandle:
    """Say one last thing, stop reading at once, and hang up in a moment: to hang up at once, with
    something still to be read, would take the last word away from who is to hear it."""
    transport.pause_reading()
    transport.write(last)
    transport.write_eof()
    return asyncio.get_running_loop().call_later(MOMENT, transport.abort)
