import { expect, test } from "vitest";
import { AxisError, firstError, errorMessage } from "./error.ts";

const full = new AxisError("disk", "The disk is full");

async function failing(...clearings: string[]): Promise<unknown> {
  const clearing = (message: string) => ({ [Symbol.asyncDispose]: () => Promise.reject(new Error(message)) });
  try {
    await using _outer = clearings[1] === undefined ? null : clearing(clearings[1]);
    await using _inner = clearings[0] === undefined ? null : clearing(clearings[0]);
    throw full;
  } catch (error) {
    return error;
  }
}

test("what went wrong first is what counts, also where clearing up after it went wrong, too", async () => {
  for (const clearings of [[], ["the lock stays"], ["the lock stays", "so does the folder"]]) {
    const error = await failing(...clearings);
    expect(firstError(error)).toBe(full);
    expect(errorMessage(error)).toBe("The disk is full");
  }
});

test("what is no error is told as it is", () => {
  expect([errorMessage("no"), errorMessage(undefined), firstError(null)]).toEqual(["no", "undefined", null]);
});
