"""What tests of pictures share."""

from xml.etree import ElementTree

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    """Read a picture as XML."""
    return ElementTree.fromstring(svg)


def references(svg: ElementTree.Element) -> set[str]:
    """Return the ids that a picture uses."""
    found = set()
    for element in svg.iter():
        for value in element.attrib.values():
            if value.startswith("#") and element.tag == f"{NAMESPACE}use":
                found.add(value[1:])
            if value.startswith("url(#"):
                found.add(value[5:-1])
    return found


def ids(svg: ElementTree.Element) -> list[str]:
    """Return the ids that a picture defines."""
    return [element.attrib["id"] for element in svg.iter() if "id" in element.attrib]


def texts(svg: ElementTree.Element, cls: str) -> list[str]:
    """Return the texts of a class."""
    found = svg.iter(f"{NAMESPACE}text")
    return [text.text or "" for text in found if cls in text.attrib.get("class", "").split()]
