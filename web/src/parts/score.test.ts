import { expect, test } from "vitest";
import { bandClass, resultClass } from "./score.tsx";

test("the AXIS Result has the color of its band only if it passed", () => {
  expect(resultClass(97, "passed")).toBe("band-excellent");
  expect(resultClass(97, "failed")).toBe("band-failed");
  expect(resultClass(97, "error")).toBe("band-plain");
  expect(resultClass(97, undefined)).toBe("band-plain");
  expect(resultClass(null, "passed")).toBe("none");
});

test("another number of a failed run is never green, but may be yellow or red", () => {
  expect(bandClass(97, "failed")).toBe("band-plain");
  expect(bandClass(80, "failed")).toBe("band-plain");
  expect(bandClass(60, "failed")).toBe("band-fair");
  expect(bandClass(97, "passed")).toBe("band-excellent");
});
