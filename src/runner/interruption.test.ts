import { once } from "node:events";
import { expect, test } from "vitest";
import { createInterruption } from "./interruption.ts";

test("any number of jobs and checks may listen, without a warning of a leak", async () => {
  using interruption = createInterruption(new AbortController().signal);
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on("warning", hear);
  for (const signal of [interruption.agents, interruption.judging, interruption.teardown])
    for (let job = 0; job < 40; job += 1) signal.addEventListener("abort", () => job);
  const told = once(process, "warning");
  process.emitWarning("the last one");
  await told;
  process.off("warning", hear);
  expect(warnings.map(({ message }) => message)).toEqual(["the last one"]);
});
