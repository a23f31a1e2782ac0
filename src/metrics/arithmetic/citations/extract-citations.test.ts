import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractCitations, findCitations } from "./extract-citations.ts";
import { findResourceSection } from "./resource-section.ts";

describe("citations", () => {
  test("a markdown link is kept whole, and what is written beside it too", () => {
    const text = "[Docs](https://a.com/p), www.b.org. DOI: 10.1/x, (Müller et al. 2020)";
    expect(findCitations(text).map(({ kind, text: words }) => [kind, words])).toEqual([
      ["link", "[Docs](https://a.com/p)"],
      ["host", "www.b.org"],
      ["doi", "DOI: 10.1/x"],
      ["author-year", "(Müller et al. 2020)"],
    ]);
  });

  test("links to one address are one, whatever their words and case", () => {
    expect(extractCitations("[A](https://a.com) [B](HTTPS://A.com) [C](https://c.com)")).toEqual([
      "[A](https://a.com)",
      "[C](https://c.com)",
    ]);
  });

  test("a bare address and a link to it are one, kept where it first occurs, whatever the case", () => {
    expect(extractCitations("See https://a.com/x. [A](HTTPS://a.com/X)")).toEqual(["https://a.com/x"]);
    expect(extractCitations("[A](https://a.com/x) and https://A.com/x, https://b.com")).toEqual([
      "[A](https://a.com/x)",
      "https://b.com",
    ]);
    expect(extractCitations("https://a.com [A](https://b.com) https://B.com")).toEqual([
      "https://a.com",
      "[A](https://b.com)",
    ]);
  });

  test("a host within an address is not counted again", () => {
    expect(extractCitations("https://www.a.com/www.b.com")).toEqual(["https://www.a.com/www.b.com"]);
  });

  test("a word that only ends like one is none", () => {
    expect(extractCitations("awww.x and mydoi:10.1/x and (2020) and (Smith,2020)")).toEqual([]);
  });

  test("white space between doi and its number may be any", () => {
    expect(extractCitations("doi:\u00a010.1000/x")).toEqual(["doi:\u00a010.1000/x"]);
  });

  test("every citation stands in the text, in order", () => {
    const part = fc.constantFrom(
      "https://a.b/c",
      " ",
      "www.x.y",
      "(Li, 2020)",
      "doi:10.1/z",
      ")",
      ".",
      "[t](http://q.r)",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, markdown) => {
        const text = parts.join("");
        let last = -1;
        for (const { start, text: words } of findCitations(text, { markdown })) {
          expect(text.startsWith(words, start)).toBe(true);
          expect(start).toBeGreaterThan(last);
          last = start;
        }
      }),
    );
  });

  test.each([
    ["open brackets", "[".repeat(1_000_000)],
    ["links that never close", "[a](http://".repeat(90_000)],
    ["an author and white space", `(a${" ".repeat(1_000_000)}`],
    ["digits of a DOI", `doi:10.${"1".repeat(1_000_000)}`],
  ])("%s: a megabyte is read to its end", (_, text) => {
    expect(extractCitations(`${text} (Li, 2020)`)).toContain("(Li, 2020)");
  });
});

describe("the section of resources", () => {
  test("a custom phrase comes before a lead-in, a lead-in before a heading", () => {
    const text = "Sources: x. Here are some resources: y. My links: z";
    expect(findResourceSection(text)).toBe(text.indexOf("Here"));
    expect(findResourceSection(text, ["my links"])).toBe(text.indexOf("My links"));
    expect(findResourceSection(text, ["nowhere"])).toBe(text.indexOf("Here"));
  });

  test("headings are whole words, and the earliest counts", () => {
    expect(findResourceSection("Outsources resourceful, then references and sources")).toBe(29);
    expect(findResourceSection("ünreferences")).toBeNull();
  });

  test("a phrase with signs is taken letter by letter", () => {
    expect(findResourceSection("see (links) [1]*", ["(links) [1]*"])).toBe(4);
  });

  test("letters that change length in lower case do not move the start", () => {
    expect(findResourceSection("İİ Sources: x")).toBe(3);
  });
});
