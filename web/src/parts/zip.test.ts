import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc32, type ZipFile, writeZip } from "./zip.ts";
import { makeZipNames } from "./zip-names.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function packed(files: readonly ZipFile[]): Buffer {
  return Buffer.concat([...writeZip(files)]);
}

/** Reads like an unpacker: from the end, through the directory, to each file. */
function unpacked(zip: Buffer) {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const count = zip.readUInt16LE(end + 10);
  expect(zip.readUInt32LE(end + 12) + zip.readUInt32LE(end + 16)).toBe(end);
  const files: { name: string; bytes: Buffer }[] = [];
  for (let number = 0, at = zip.readUInt32LE(end + 16); number < count; number += 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    // The header before a file must match its directory entry.
    expect(zip.subarray(local + 4, local + 30)).toEqual(zip.subarray(at + 6, at + 32));
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes));
    files.push({ name, bytes });
    at += 46 + nameLength;
  }
  return files;
}

test("the checksum is the one of the format", () => {
  expect(crc32(bytesOf("123456789"))).toBe(0xcbf43926);
  expect(crc32(bytesOf(""))).toBe(0);
});

test("whatever goes in comes out, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.uint8Array({ maxLength: 300 })), {
        maxLength: 8,
      }),
      (files) => {
        const given = files.map(([name, bytes]) => ({ name, bytes: new Uint8Array(bytes) }));
        const read = unpacked(packed(given));
        expect(read.map(({ name }) => name)).toEqual(given.map(({ name }) => name.toWellFormed()));
        expect(read.map(({ bytes }) => [...bytes])).toEqual(given.map(({ bytes }) => [...bytes]));
      },
    ),
  );
});

describe("names", () => {
  test.each([
    ["out/page.html", "out/page.html"],
    ["../../etc/passwd", "etc/passwd"],
    ["/etc/passwd", "etc/passwd"],
    ["a/./../b", "a/b"],
    ["..\\..\\windows\\x.ini", "windows/x.ini"],
    ["C:\\x", "C_/x"],
    ["nul", "_nul"],
    ["con.txt", "_con.txt"],
    ["trailing. . ", "trailing"],
    ["line\nbreak\u202Etxt.exe", "line_break_txt.exe"],
    ["...", "file"],
    ["", "file"],
    [".hidden", ".hidden"],
  ])("%j becomes %j", (path, name) => {
    expect(makeZipNames([path])).toEqual([name]);
  });

  test("two files never share a name, also where letter case does not count", () => {
    expect(makeZipNames(["a.txt", "A.TXT", "a.txt", "x/../a.txt"])).toEqual(["a.txt", "A-2.TXT", "a-3.txt", "x/a.txt"]);
  });

  test("no name leads out of the folder or repeats, whatever the paths are", () => {
    const hostile = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[./\\a]{0,12}$/));
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 12 }), (paths) => {
        const names = makeZipNames(paths);
        for (const name of names) {
          expect(name).not.toMatch(/^[/\\]|\\|^[A-Za-z]:/);
          expect(name.split("/")).not.toContain("..");
          expect(name.split("/")).not.toContain("");
          expect(name.isWellFormed()).toBe(true);
        }
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});
