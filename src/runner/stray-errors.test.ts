import { expect, test } from "vitest";
import { hearStrayErrors, takeStrayError, withStrayErrors } from "./stray-errors.ts";

test("where nobody hands them over, work is done as it is", async () => {
  expect(await withStrayErrors(async () => takeStrayError(new Error("own")))).toBe("nobody");
});

test("a stray error ends the work that it came from, and no work beside it", async () => {
  hearStrayErrors();
  const broken = withStrayErrors(
    () => new Promise<string>(() => void setTimeout(() => takeStrayError(new Error("let go")), 1)),
  );
  const sound = withStrayErrors(() => new Promise<string>((done) => void setTimeout(() => done("done"), 20)));
  await expect(broken).rejects.toThrow("let go");
  expect(await sound).toBe("done");
});

test("one that comes when the work is over, or from no work at all, is nobody's failure", async () => {
  hearStrayErrors();
  const late = await withStrayErrors(async () => ({
    said: new Promise<string>((done) => void setTimeout(() => done(takeStrayError(new Error("late"))), 5)),
  }));
  expect(await late.said).toBe("late");
  expect(takeStrayError(new Error("from nowhere"))).toBe("nobody");
});
