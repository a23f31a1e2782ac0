import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isText, detectMediaType } from "./artifacts.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["\x89PNG\r\n\x1a\n....", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["GIF89a...", "image/gif"],
  ["RIFF....WEBPVP8 ", "image/webp"],
  ["%PDF-1.7", "application/pdf"],
  ["PK\x03\x04", "application/zip"],
  ["\x1f\x8b\x08", "application/gzip"],
  ["\x00\x01\x02", "application/octet-stream"],
])("%j is %s whatever it is called", (content, type) => {
  expect(detectMediaType("page.html", latin(content))).toBe(type);
});

test("a name decides only between kinds of text", () => {
  expect(detectMediaType("a.json", latin("{}"))).toBe("application/json");
  expect(detectMediaType("a.png", latin("no picture"))).toBe("text/plain");
  expect(detectMediaType("a", latin(""))).toBe("text/plain");
});

test("HTML and SVG are told by their beginning", () => {
  expect(detectMediaType("a.png", latin("<!DOCTYPE html><p>"))).toBe("text/html");
  expect(detectMediaType("a.txt", latin("\n<!-- x -->\n<script>alert(1)</script>"))).toBe("text/html");
  expect(detectMediaType("a.jpg", latin(`<?xml version="1.0"?><svg onload="x">`))).toBe("image/svg+xml");
});

test("text is UTF-8 without a zero byte", () => {
  expect(isText(Buffer.from("grün"))).toBe(true);
  expect(isText(latin("gr\xfcn"))).toBe(false);
  expect(isText(latin("a\0b"))).toBe(false);
});

test("no text is ever taken for a picture that browsers draw, but for SVG", () => {
  const drawn = ["image/png", "image/jpeg", "image/webp"];
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, text) => {
      expect(drawn).not.toContain(detectMediaType(name, Buffer.from(text)));
    }),
  );
});
