"""How much one client may ask for; docs/protocol.md lists the same figures."""

HEADERS = 64_000  # bytes of a request before its body, and
HEADER_LINES = 100
BODY = 256_000  # bytes of a request
FRAME = 64_000  # bytes of a message on a socket
NAME = 200  # letters of a name as sent; it is shortened to 40
TITLE = 200
SPEC = 400  # letters of a variant's or a bot's spec
POSITION = 1_000
MOVES = 1_000  # of a game, in a list and in a text; then a game can be given up or drawn
PASTED = 20_000  # letters of a transcript or position to begin from

REQUESTS = 200.0  # a second and client, and
REQUEST_BURST = 1_000  # at once
NEWCOMERS = 20.0  # identities given out a second and address, and
NEWCOMER_BURST = 2_000
MESSAGES = 50.0  # on one socket a second, and
MESSAGE_BURST = 200
FRAMES = 100.0  # of the WebSocket protocol, whatever their kind, on one socket a second, and
FRAME_BURST = 400
ALL_MESSAGES = 500.0  # on all sockets of one identity a second, and
ALL_MESSAGE_BURST = 2_000
OPEN_GAMES = 300  # unfinished games an identity may have created
EVENTS = 5_000  # of a game; then there are moves, and nothing is offered or taken back any more
SOCKETS = 100  # of one identity
WAITING = 2_000  # connections, of all clients, on which there is no whole request
SIGN_OF_LIFE = 10.0  # seconds between two questions on a socket, and for the answer to one
QUEUE = 256  # messages, and
QUEUE_BYTES = 4_000_000  # that wait for a slow reader before it is cut off

READINGS = 50  # games and positions of one client that wait to be gone through

ANALYSES = 4  # questions of one client at a time, running or waiting
ANALYSES_AT_ONCE = 2  # of all clients; the others wait
ANALYSES_WAITING = 64  # of all clients
SHARE = 10.0  # seconds of an analysis while other clients wait for a place, and
SECOND_SHARE = 1.0  # of the older one of somebody who has two places
ANALYSIS_SECONDS = 120.0
REVIEW_SECONDS = 5.0  # for one position

BOTS_AT_ONCE = 2  # that think in the games of one client; its others wait
BOT_SECONDS = 10.0  # the longest a client may let a bot think for a move
DATABASE_SIZE = 20  # megabytes of a database for rules other than those of the presets
DATABASES_WAITING = 16  # of all clients, while one is built
BOT_DEPTHS = {"positional": 4, "minimax": 8, "engine": 24}
# Boards that the kernel does not play, by their squares: so deep a move takes some seconds at most.
BOARD_DEPTHS = {
    64: {"positional": 4, "minimax": 5},
    100: {"positional": 4, "minimax": 4},
    196: {"positional": 3, "minimax": 3},
    256: {"positional": 2, "minimax": 2},
}
