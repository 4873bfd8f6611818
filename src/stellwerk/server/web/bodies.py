"""Bodies of requests that are not messages of the protocol itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from stellwerk.server.protocol import (
    CHAT_LENGTH,
    Language,
    Name,
    NoticeEvent,
    Pace,
    PersonId,
    QuietHours,
    SeatNumber,
    SeatWish,
)
from stellwerk.server.transactions.pause import Days

BotName = Annotated[str, Meta(min_length=1, max_length=40)]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to be known here."""

    name: Name
    language: Language | None = None
    """Without it: the browser's preference."""


class GuestChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest wants to change; what is not given stays."""

    name: Name | None = None
    language: Language | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat somebody takes: the one named, or the first that is free."""

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=200)] = ""
    """For a further person at the same device; empty: the guest's own name."""


class OwnSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """One of one's own seats; without a number the only one, or all of them."""

    seat: SeatNumber | None = None


class AnySeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of the table."""

    seat: SeatNumber


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat."""

    seat: SeatNumber
    wish: SeatWish


class Replacement(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for the seat of somebody who has left."""

    seat: SeatNumber
    bot: BotName = "greedy"


class Agreement(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat wants to end the game now."""

    agree: bool = True
    seat: SeatNumber | None = None


class PaceWish(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast bots are to be."""

    pace: Pace


class ColourWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The colour that a seat is to have."""

    seat: SeatNumber
    colour: Annotated[str, Meta(max_length=20)]


class Muting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one wants to read what a seat writes."""

    seat: SeatNumber
    mute: bool = True


class PauseWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A pause that somebody proposes."""

    days: Days | None = None
    """How long it is to last; without a number: until all go on."""


class PauseAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one agrees to the pause that is proposed."""

    agree: bool = True


class PersonWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody one has played with."""

    person: PersonId


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """For whom which open seat is kept."""

    seat: SeatNumber
    person: PersonId


class Blocking(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one blocks the person at a seat."""

    seat: SeatNumber
    block: bool = True


class NewLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to write to the others at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=4 * CHAT_LENGTH)]


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A board file of one's own."""

    text: str
    """The whole file, as it would lie on the disk."""


Events = Annotated[tuple[NoticeEvent, ...], Meta(max_length=12)]


class PushKeys(Struct, frozen=True):
    """What a browser's subscription is encrypted with, in base64url."""

    p256dh: Annotated[str, Meta(max_length=120)]
    auth: Annotated[str, Meta(max_length=40)]


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that wants notices: its subscription, as it hands it out."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: PushKeys
    name: Annotated[str, Meta(max_length=200)] = ""
    """What its owner may know it by."""
    replaces: Annotated[str, Meta(max_length=64)] | None = None
    """The id of the subscription that the browser has given up for this one."""


class EventChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a device or an address is to be told of."""

    events: Events


class NewAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """An address for mail, which counts once it is confirmed."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class QuietChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """When to be left in peace; nothing for never."""

    quiet: QuietHours | None
