/** Lines from bytes: the same however the bytes arrive, and bounded whatever they are. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "./lines.ts";

const wide = { lineBytes: 1_000_000, totalBytes: 1_000_000 };

function split(chunks: readonly Uint8Array[], limits = wide): string[] {
  const splitter = new LineSplitter(limits);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

function oneShot(bytes: Uint8Array): string[] {
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.replace(/\r$/, ""));
}

/** Bytes that break things: line ends, halves of characters, bytes that are never valid. */
const anyByte = fc.oneof(
  fc.constantFrom(0x0a, 0x0d, 0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xed, 0xa0),
  fc.integer({ min: 0, max: 255 }),
);
const anyChunks = fc.array(
  fc.array(anyByte, { maxLength: 12 }).map((bytes) => Uint8Array.from(bytes)),
  { maxLength: 12 },
);

test("arbitrary bytes in arbitrary chunks give the lines of decoding all at once", () => {
  fc.assert(
    fc.property(anyChunks, (chunks) => {
      expect(split(chunks)).toEqual(oneShot(Buffer.concat(chunks)));
    }),
    { numRuns: 2000 },
  );
});

test("of a line over the limit the beginning is kept, and kept and dropped bytes add up", () => {
  const anyLine = fc.string({ unit: "binary", maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  const tooLong = anyLine.filter((line) => Buffer.byteLength(line) > 5);
  fc.assert(
    fc.property(tooLong, (line) => {
      const [cut = ""] = split([Buffer.from(`${line}\n`)], { lineBytes: 5, totalBytes: 1_000_000 });
      const mark = / \[axis: line cut, (\d+) bytes dropped\]$/.exec(cut);
      const kept = Buffer.from(cut.slice(0, mark?.index));
      expect(Buffer.from(line).indexOf(kept)).toBe(0);
      expect(kept.length).toBeLessThanOrEqual(5);
      expect(kept.length + Number(mark?.[1])).toBe(Buffer.byteLength(line));
    }),
  );
});

test("a character over the limit is dropped whole, not in half", () => {
  expect(split([Buffer.from("abc€\nd\n")], { lineBytes: 5, totalBytes: 100 })).toEqual([
    "abc [axis: line cut, 3 bytes dropped]",
    "d",
  ]);
});

test("the end of line \\r\\n is no part of the line, even when only the \\r is beyond the limit", () => {
  expect(split([Buffer.from("12345\r"), Buffer.from("\nab\r\n\r\n")], { lineBytes: 5, totalBytes: 100 })).toEqual([
    "12345",
    "ab",
    "",
  ]);
});

test("a last line without an end is kept", () => {
  expect(split([Buffer.from("one\ntw"), Buffer.from("o")])).toEqual(["one", "two"]);
});

test("beyond the total there is one mark and nothing more", () => {
  expect(split([Buffer.from("1234\n5678\n9\n"), Buffer.from("more\n")], { lineBytes: 100, totalBytes: 9 })).toEqual([
    "1234",
    "5678",
    "[axis: output cut at 9 bytes, the rest was dropped]",
  ]);
});

test("a line handed over byte by byte is one line", () => {
  const bytes = Buffer.from("slow but whole: é€😀\n");
  expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(["slow but whole: é€😀"]);
});
