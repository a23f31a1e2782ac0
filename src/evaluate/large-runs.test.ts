import { expect, test } from "vitest";
import type { Entry } from "../core/entry.ts";
import { createLargeRunQueue } from "./large-runs.ts";

const say = (characters: number): { transcript: Entry[] } => ({
  transcript: [{ type: "assistant", timestamp: null, text: "x".repeat(characters) }],
});

test("large runs wait for each other, and others for none", async () => {
  const scoreInTurn = createLargeRunQueue();
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const score = (name: string, characters: number) =>
    scoreInTurn(say(characters), async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const large = [score("large 1", 3e6), score("large 2", 3e6)];
  const small = score("small", 10);
  await expect.poll(() => log.toSorted()).toEqual(["large 1", "small"]);
  for (const end of ends.splice(0)) end();
  await small;
  await expect.poll(() => log.at(-1)).toBe("large 2");
  for (const end of ends) end();
  await Promise.all(large);
});
