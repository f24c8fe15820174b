"""Who a client is: a secret cookie, and links that hand out one seat each.

Nothing here is stored but the server's own secret: a cookie is recognised by its signature, and
known to games by its hash; a link's token is computed from the game and the seat.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

YEAR = 365 * 24 * 3600
_VALUE = re.compile(r"[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{22}")
_TOKEN = re.compile(r"([A-Za-z0-9]{8,40})-([0-3])-([A-Za-z0-9_-]{43})")


def _code(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True)
class Identity:
    """A client. `cookie` is its secret, signed; `id` the hash of the secret, which games know."""

    id: str
    cookie: str
    is_new: bool


class Identities:
    """Gives out identities and recognises them again."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        # Browsers keep the cookies of all ports of a host together: a name for each database.
        self.name = f"turnstone-{hmac.digest(secret, b'name', 'sha256').hex()[:12]}"

    def new(self) -> Identity:
        """An identity that nobody had before."""
        secret = _code(secrets.token_bytes(32))
        return Identity(_hash(secret), f"{secret}.{self._signature(secret)}", is_new=True)

    def known(self, cookies: Iterable[str]) -> Identity | None:
        """The identity in Cookie headers, if one of ours is there. Other programs on the same host
        put cookies of their own beside it, in forms of their own: nothing is read but the name."""
        for pair in ";".join(cookies).split(";"):
            name, _, value = pair.partition("=")
            if name.strip() == self.name and (identity := self._signed(value.strip())):
                return identity
        return None

    def header(self, identity: Identity, secure: bool) -> str:
        """What a browser is told to keep, for a year from now."""
        kind = "; Secure" if secure else ""
        cookie = f"{self.name}={identity.cookie}"
        return f"{cookie}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{kind}"

    def _signed(self, value: str) -> Identity | None:
        if not _VALUE.fullmatch(value):
            return None
        secret, signature = value.split(".")
        if not hmac.compare_digest(signature, self._signature(secret)):
            return None
        return Identity(_hash(secret), value, is_new=False)

    def _signature(self, secret: str) -> str:
        signed = hmac.digest(self._secret, b"identity|" + secret.encode(), "sha256")
        return _code(signed[:16])

    def token(self, game: str, seat: int) -> str:
        """The secret of a link: whoever has it may take that seat of that game."""
        proof = hmac.digest(self._secret, f"seat|{game}|{seat}".encode(), "sha256")
        return f"{game}-{seat}-{_code(proof)}"

    def seat(self, token: str) -> tuple[str, int] | None:
        """The game and seat of a token, if it is one of ours."""
        read = _TOKEN.fullmatch(token)
        if not read:
            return None
        game, seat = read[1], int(read[2])
        return (game, seat) if hmac.compare_digest(token, self.token(game, seat)) else None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
