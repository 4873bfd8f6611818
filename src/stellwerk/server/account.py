"""What travels about a guest's own account: devices, passkeys, recovery codes, signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stellwerk.server.protocol import GuestInfo, Name

Way = Literal["new", "earlier", "link", "passkey", "code"]
"""How somebody came to be signed in: as a new guest, by the cookie of an earlier version, by a
one-time link, a passkey or a recovery code."""
Where = Literal["here", "elsewhere", "everywhere"]
"""Which devices are signed out."""


class DeviceInfo(Struct, frozen=True):
    """A browser in which one is signed in."""

    id: str
    browser: str
    """Its kind and system; empty where it does not say."""
    way: Way
    created: float
    seen: float
    """When it was last used, give or take an hour."""
    here: bool
    """Whether it is the one that asks."""


class PasskeyInfo(Struct, frozen=True):
    """A passkey by which one can come back."""

    id: str
    name: str
    host: str
    """The address it belongs to; it opens no other."""
    created: float
    used: float | None


class AccountInfo(Struct, frozen=True):
    """By what one is known here, and how one can come back."""

    devices: tuple[DeviceInfo, ...]
    passkeys: tuple[PasskeyInfo, ...]
    codes_left: int
    """How many recovery codes have not been used yet."""
    codes_made: float | None
    passkeys_at: str | None
    """The host for which passkeys can be made; None where there can be none."""


class NewCodes(Struct, frozen=True):
    """Recovery codes, which are shown once."""

    codes: tuple[str, ...]


class Belongings(Struct, frozen=True):
    """What the guest of this device would leave behind."""

    name: str
    running: int
    """Tables that wait for players or are being played."""
    finished: int


class SignInOffer(Struct, frozen=True):
    """How one can sign in here, and what the present guest of this device has."""

    passkeys_at: str | None
    belongings: Belongings | None
    """None where there is nothing to take along."""


class SignedIn(GuestInfo, frozen=True):
    """Who one is from now on, and what became of what this device had before."""

    moved: int
    """How many tables came along."""
    stayed: tuple[str, ...]
    """Codes of tables that stay with the guest of before, where they would bring a second hand."""
    back: str | None
    """Where that guest still has something: the token of a one-time link back to it."""


class PasskeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser says about a new passkey."""

    credential: dict[str, Any]
    name: Name | None = None


class PasskeyName(Struct, frozen=True, forbid_unknown_fields=True):
    """A new name for a passkey."""

    name: Name


class SignInByPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed."""

    credential: dict[str, Any]
    along: bool | None = None
    """Whether the tables of this device's present guest come along."""


class SignInByCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, however it is written."""

    code: Annotated[str, Meta(max_length=100)]
    along: bool | None = None


class SignInByLink(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said along with a one-time link."""

    along: bool | None = None


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Which devices are to be signed out."""

    where: Where = "here"
    sure: bool = False
    """Also if nothing leads back."""
