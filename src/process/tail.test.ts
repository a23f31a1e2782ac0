/** The end of a stream is kept, whatever the chunks. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Tail } from "./lines.ts";

test("what is kept is the end of all that was pushed", () => {
  const anyText = fc.string({ unit: fc.constantFrom("a", "b", "\n", "z"), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 20 }), fc.integer({ min: 1, max: 30 }), (texts, limit) => {
      const tail = new Tail(limit);
      for (const text of texts) tail.push(Buffer.from(text));
      const whole = texts.join("");
      expect(tail.text()).toBe(whole.slice(-limit));
      expect(tail.isCut).toBe(whole.length > limit);
    }),
  );
});

test("a character cut in half at the front is left out", () => {
  const tail = new Tail(4);
  tail.push(Buffer.from("a€bc"));
  expect(tail.text()).toBe("bc");
});

test("bad bytes that were really there stay visible", () => {
  const tail = new Tail(10);
  tail.push(Uint8Array.of(0x80, 0x61));
  expect(tail.text()).toBe("\uFFFDa");
});

test("nothing pushed is nothing kept", () => {
  const tail = new Tail(10);
  expect([tail.text(), tail.isCut]).toEqual(["", false]);
});
