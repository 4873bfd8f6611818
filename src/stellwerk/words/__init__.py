"""Every sentence shown to a person, in German and English."""

from stellwerk.words.catalogue import LANGUAGES, keys, parameters, say, sentences, spellings
from stellwerk.words.phrases import (
    a_card,
    amount,
    card_label,
    card_name,
    cards_phrase,
    explain,
    join,
    person,
    route_name,
    tell,
    ticket_name,
)

__all__ = [
    "LANGUAGES",
    "a_card",
    "amount",
    "card_label",
    "card_name",
    "cards_phrase",
    "explain",
    "join",
    "keys",
    "parameters",
    "person",
    "route_name",
    "say",
    "sentences",
    "spellings",
    "tell",
    "ticket_name",
]
