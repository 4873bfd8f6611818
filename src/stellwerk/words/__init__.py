"""Every sentence shown to a person, in German and English."""

from stellwerk.words.catalogue import (
    LANGUAGES as LANGUAGES,
    keys as keys,
    parameters as parameters,
    say as say,
    sentences as sentences,
    spellings as spellings,
)
from stellwerk.words.phrases import (
    a_card as a_card,
    amount as amount,
    card_label as card_label,
    card_name as card_name,
    cards_phrase as cards_phrase,
    explain as explain,
    join as join,
    person as person,
    route_name as route_name,
    tell as tell,
    ticket_name as ticket_name,
)
