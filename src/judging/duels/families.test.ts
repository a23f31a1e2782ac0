import { expect, test } from "vitest";
import { fakeJudge } from "../../testing/fake-judge.ts";
import { chooseJudge, guessFamily } from "./families.ts";

test.each([
  [{ agent: "claude-code" }, "anthropic"],
  [{ agent: "claude-code", model: "opus" }, "anthropic"],
  [{ agent: "codex" }, "openai"],
  [{ agent: "gemini", model: "gemini-2.5-pro" }, "google"],
  [{ agent: "goose", model: "gpt-4.1" }, "openai"],
  [{ agent: "goose", model: "openrouter/anthropic/claude-sonnet-4-5" }, "anthropic"],
  [{ provider: "google", model: "some-new-name" }, "google"],
  [{ provider: "compatible", model: "llama3.3" }, "meta"],
  [{ agent: "goose" }, "goose"],
  [{ agent: "command" }, null],
  [{ provider: "compatible", model: "stub" }, null],
])("%j is of the family %s", (origin, family) => {
  expect(guessFamily(origin)).toBe(family);
});

const sonnet = fakeJudge({}, { id: "anthropic/sonnet", about: { provider: "anthropic", model: "claude-sonnet-4-5" } });
const gpt = fakeJudge({}, { id: "openai/gpt-4.1", about: { provider: "openai", model: "gpt-4.1" } });
const claude = { name: "claude-code", agent: "claude-code" };
const codex = { name: "codex", agent: "codex" };

test("the first judge without a relative among the entrants is chosen", () => {
  expect(chooseJudge([sonnet, gpt], [claude, { name: "mine", agent: "command" }])).toEqual({ judge: gpt, notes: [] });
  expect(chooseJudge([sonnet, gpt], [{ name: "mine", agent: "command" }])?.judge).toBe(sonnet);
  expect(chooseJudge([], [claude])).toBeUndefined();
});

test("where every judge has relatives, the one with the fewest is chosen, and they are named", () => {
  const chosen = chooseJudge(
    [sonnet, gpt],
    [claude, codex, { name: "claude|haiku", agent: "claude-code", model: "haiku" }],
  );
  expect(chosen?.judge).toBe(gpt);
  expect(chosen?.notes).toEqual([
    "The judge openai/gpt-4.1 is of the same family as codex; no other one is configured that is not.",
  ]);
});

test("a panel is related to whom one of its members is related to", () => {
  const panel = fakeJudge({}, { id: "panel", kind: "panel", members: [sonnet, gpt] });
  expect(chooseJudge([panel], [claude, codex])?.notes[0]).toContain("as claude-code, codex;");
});
