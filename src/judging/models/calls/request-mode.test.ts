import { expect, test } from "vitest";
import { learnMode, type RequestMode } from "./request-mode.ts";

const refusal = { code: "request", why: "no", again: false, reached: true, costUsd: 0, status: 400 } as const;
const full: RequestMode = { schema: true, temperature: true };

const rows: [parameter: string | undefined, mode: RequestMode, next: RequestMode | undefined][] = [
  [undefined, full, { schema: false, temperature: true }],
  [undefined, { schema: false, temperature: true }, { schema: false, temperature: false }],
  [undefined, { schema: false, temperature: false }, undefined],
  ["temperature", full, { schema: true, temperature: false }],
  ["temperature", { schema: true, temperature: false }, undefined],
  ["response_format", full, { schema: false, temperature: true }],
  ["text.format.schema", full, { schema: false, temperature: true }],
  ["response_format", { schema: false, temperature: true }, undefined],
  ["messages", full, undefined],
  ["information", full, undefined],
];

test.each(rows)("after a refusal of %s in %o comes %o", (parameter, mode, next) => {
  const failure = { ...refusal, ...(parameter === undefined ? {} : { parameter }) };
  expect(learnMode().after(failure, mode)).toEqual(next);
  expect(learnMode().after({ ...failure, status: 422 }, mode)).toEqual(next);
});

test("other refusals are final", () => {
  for (const status of [401, 404, 413, 500]) expect(learnMode().after({ ...refusal, status }, full)).toBeUndefined();
});

test("the first mode that was answered is kept, and refusals after it are final", () => {
  const known = learnMode();
  expect(known.current()).toEqual(full);
  known.answered({ schema: false, temperature: true });
  known.answered(full);
  expect(known.current()).toEqual({ schema: false, temperature: true });
  expect(known.after(refusal, known.current())).toBeUndefined();
});
