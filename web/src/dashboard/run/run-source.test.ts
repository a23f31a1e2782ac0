import { expect, test } from "vitest";
import type { Api } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";
import { retryWhenLimited, createRunSource } from "./run-source.ts";

const busy = () => new ApiError("rate-limited", "wait", { retryAfterSeconds: 0 });

test("where the server asks for patience the question is put again", async () => {
  let asked = 0;
  const answer = await retryWhenLimited(() => {
    asked += 1;
    return asked < 4 ? Promise.reject(busy()) : Promise.resolve("there");
  }, new AbortController().signal);
  expect([answer, asked]).toEqual(["there", 4]);
});

test("not for ever, not for other errors, and not when nobody waits any more", async () => {
  const count = async (error: () => Error, abort: AbortSignal) => {
    let asked = 0;
    const ask = () => {
      asked += 1;
      return Promise.reject(error());
    };
    await expect(retryWhenLimited(ask, abort)).rejects.toThrow(ApiError);
    return asked;
  };
  const { signal } = new AbortController();
  expect(await count(busy, signal)).toBe(8);
  expect(await count(() => new ApiError("offline", "away"), signal)).toBe(1);
  expect(await count(busy, AbortSignal.abort())).toBe(1);
});

test("an answer that breaks off is an error of the connection, not a defect of the page", async () => {
  const api = { open: () => Promise.resolve(new Response('{"detail": ')) } as unknown as Api;
  const source = createRunSource(api, new AbortController().signal);
  await expect(source.run({ block: "run_1" })).rejects.toMatchObject({ kind: "offline" });
});
