import { beforeEach, expect, test } from "vitest";
import { use } from "../words/words.svelte";
import { dayOf, placeOf, timeLeft } from "./telling";

beforeEach(() =>
  use("en", {
    "page.games.place_one": "{rank}st of {all}",
    "page.games.place_two": "{rank}nd of {all}",
    "page.games.place_few": "{rank}rd of {all}",
    "page.games.place_other": "{rank}th of {all}",
    "page.games.days": "{count} d",
    "page.games.hours": "{count} h",
    "page.games.minutes": "{count} min",
    "page.games.seconds": "{count} s",
  }),
);

test("a day is told as people do", () => {
  const now = new Date(2026, 10, 19, 0, 30).getTime();
  const at = (...date: [number, number, number, number]): number =>
    new Date(...date).getTime() / 1000;
  expect(dayOf(at(2026, 10, 19, 0), now)).toBe("today");
  expect(dayOf(at(2026, 10, 18, 23), now)).toBe("yesterday");
  expect(dayOf(at(2026, 10, 1, 12), now)).toContain("Nov");
});

test("a place is told among all", () => {
  expect([1, 2, 3, 4].map((rank) => placeOf(rank, 4))).toEqual([
    "1st of 4",
    "2nd of 4",
    "3rd of 4",
    "4th of 4",
  ]);
});

test("time that is left is told coarsely, and never as more than there is", () => {
  expect([200_000, 172_799, 7199, 119, 59, -3].map(timeLeft)).toEqual([
    "2 d",
    "47 h",
    "119 min",
    "1 min",
    "59 s",
    "0 s",
  ]);
});
