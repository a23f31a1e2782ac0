import { expect, test } from "vitest";
import { askChoices } from "../commands/init.ts";

const offer = { agents: ["command"], scenarios: "./scenarios", skills: true };

function answering(...answers: string[]) {
  return { ask: async () => answers.shift() ?? "" };
}

test("Enter takes what is offered, and so does the end of input", async () => {
  expect(await askChoices(offer, answering())).toEqual(offer);
});

test("answers are what the flags would say", async () => {
  expect(await askChoices(offer, answering("codex, gemini", "evals", "no"))).toEqual({
    agents: ["codex", "gemini"],
    scenarios: "evals",
    skills: false,
  });
});

test("where nobody can be asked, the offer stands", async () => {
  expect(await askChoices(offer, {})).toEqual(offer);
});
