import { expect, it } from "vitest";
import { matrixOf } from "./matrix";

/**
 * Made by another generator and read back by a third program: each row as a hexadecimal number.
 */
const KNOWN: readonly (readonly [what: string, text: string, rows: string])[] = [
  [
    "the smallest",
    "Straße",
    `
    1fc87f 105641 17495d 174c5d 17595d 104941 1fd57f 300 154212 8b461 76917 78041 1e6979
    1ab8 1fcef3 104b91 1756e3 17484a 17590d 104056 1fd957`,
  ],
  [
    "an invitation",
    "https://stellwerk.example/t/KRONE-7",
    `
    1fcc337f 104d0541 1756555d 175e0a5d 1756ef5d 105ef141 1fd5557f 1d9400 17c5787c 1a807f1
    17663050 11170aa 18590f0c 1a87cf71 ed2f93c 1a25b172 8e8680c 1d0b33f5 14792014 15b55732
    166b0ff7 17fd1f 1fc3fb5c 105a9111 175041f6 1755bf2f 1750ad7e 104a01aa 1fdd32dc`,
  ],
  [
    "several blocks, and the version told twice",
    "z".repeat(180),
    `
    1fdd8d1866647f 104a5c56ddd641 1752f9a6888a5d 174f15bd666d5d 174d291f66645d
    10587e51dddc41 1fd5555555557f fc251777500 1463b25f999825 1d82ded7999a97 1f19d89222229
    1e3dd669777579 9dcbb62999892 1fa6d2d7999a97 fd95e89222229 12215569777579 1be02962999892
    10b611d7999a97 15799189222229 41d7569777579 18519062999892 15015ed7999a97 d6e4289222229
    1b3a969777579 9f0fa7f9999f2 31843f1999b17 115c7ab5222159 d10cf71777519 1f0065f999bf2
    122957fd999a67 10fe4eb8222069 c99c3667777d8 14e0446999b81 112157fd999a67 2f34fb8222069
    181041667777d9 17569646999b82 191177fd999a67 1ae397b8222069 20cd9667777d9 17d3ef46999b82
    b277bfd999a67 1bcd85b8222069 c3dcc667777d9 27e345f999bf2 1713f1999917 1fdcf695222159
    104dfd71777519 174e78ff9999f2 1745df19999b77 175efa2222219a 104fd137777598
    1fd07b19999a21`,
  ],
];

it.each(KNOWN)("draws %s as others do", (_, text, rows) => {
  const drawn = matrixOf(text).map((row) =>
    row.reduce((number, dark) => 2n * number + (dark ? 1n : 0n), 0n).toString(16),
  );
  expect(drawn).toEqual(rows.trim().split(/\s+/));
});

it("grows with the text, and says when there is too much of it", () => {
  const sizes = [1, 60, 213].map((length) => matrixOf("x".repeat(length)).length);
  expect(sizes).toEqual([21, 33, 57]);
  expect(() => matrixOf("x".repeat(214))).toThrow("214 bytes are too many");
});
