import { expect, test } from "vitest";
import { listenForStrayErrors, routeStrayError, runWithStrayErrors } from "./stray-errors.ts";

test("where nobody hands them over, work is done as it is", async () => {
  expect(await runWithStrayErrors(async () => routeStrayError(new Error("own")))).toBe("nobody");
});

test("a stray error ends the work that it came from, and no work beside it", async () => {
  listenForStrayErrors();
  const broken = runWithStrayErrors(
    () => new Promise<string>(() => void setTimeout(() => routeStrayError(new Error("let go")), 1)),
  );
  const sound = runWithStrayErrors(() => new Promise<string>((done) => void setTimeout(() => done("done"), 20)));
  await expect(broken).rejects.toThrow("let go");
  expect(await sound).toBe("done");
});

test("one that comes when the work is over, or from no work at all, is nobody's failure", async () => {
  listenForStrayErrors();
  const late = await runWithStrayErrors(async () => ({
    said: new Promise<string>((done) => void setTimeout(() => done(routeStrayError(new Error("late"))), 5)),
  }));
  expect(await late.said).toBe("late");
  expect(routeStrayError(new Error("from nowhere"))).toBe("nobody");
});
