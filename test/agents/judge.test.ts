/** Judges that ask a model over HTTP about the run of a real agent: a model itself, and another real agent. */
import { expect, test } from "vitest";
import type { AxisResult } from "../../src/core/score/axis-result.ts";
import { environmentOf, openRehearsed, rehearse, say, shellCall } from "./rehearsed-project.ts";

/** What the agent does that is judged. */
const task = {
  steps: [
    { ...say("I write the file."), calls: [shellCall("echo hello > hello.txt")] },
    { ...say("Then I look at it."), calls: [shellCall("cat hello.txt"), shellCall("echo twice > twice.txt")] },
    say("Done: hello.txt is there."),
  ],
};

/** The script of the project, and a judge that gives full marks to whatever it is asked; its first request is refused. */
const script = `
import { readFileSync } from "node:fs";
const suite = JSON.parse(readFileSync(new URL("./script.json", import.meta.url), "utf8"));
const marks = (text) => {
  const about = /at the very beginning asks \\((\\w+)\\)/.exec(text)[1];
  if (about === "goal") return { grades: [{ index: 0, rationale: "as it should be", score: 10 }] };
  const material = JSON.parse(/<material-(\\w+)>\\n([\\s\\S]*)\\n<\\/material-\\1>/.exec(text)[2]);
  const audits = material.interactions.map(({ id }) => ({
    id, rationale: "as it should be", success: 1, weight: 1, contextRelevance: 1,
  }));
  return { audits, necessity: { rationale: "as it should be", unnecessaryIds: [], score: 1 } };
};
const judge = (request) => {
  const { text } = request;
  const nonce = /whose "nonce" is "(\\w+)"/.exec(text)[1];
  return { ...marks(text), nonce };
};
export default {
  ...suite,
  conversations: [
    {
      name: "judge",
      when: { text: "at the very beginning asks" },
      faults: [{ kind: "status", status: 429, retryAfterSeconds: 0, request: 1 }],
      steps: [(request) => (request.wantsJson ? { json: judge(request) } : { text: JSON.stringify(judge(request)) })],
    },
    ...suite.conversations,
  ],
};`;

/** A criterion that only a judge can grade. */
const graded = {
  name: "task",
  prompt: 'This is the scenario "task". Do as you are told.',
  judge: [{ check: "The file says hello" }],
};

/** What the judge was asked about single calls; how quick they were depends on the machine. */
function marksIn(score: AxisResult | undefined): unknown[] {
  const { success, relevance, necessity } = score?.agent.dimensions ?? {};
  return [score?.environment.dimensions.success, success, relevance, necessity];
}
const fullMarks = [100, 100, 100, 100];

async function judgedBy(judge: string) {
  await using project = await openRehearsed(["codex"], { task });
  await project.write({ "script.mjs": script, "scenarios/task.json": graded });
  const flags = [...rehearse.map((flag) => flag.replace("script.json", "script.mjs")), "-s", "task", "--judge", judge];
  const { code, stderr } = await project.axis(flags, { env: environmentOf() });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const [result] = (await project.stored()).results;
  return { score: result?.score, detail: await project.detail(result?.file ?? "") };
}

test.each([
  ["anthropic", "claude-sonnet-4-5"],
  ["openai", "gpt-5"],
  ["google", "gemini-2.5-flash"],
])("a model of %s judges over HTTP, and its marks are those in the report", async (provider, model) => {
  const { score, detail } = await judgedBy(`${provider}/${model}`);
  expect(score?.goalAchievement).toMatchObject({ score: 100, criteria: [{ rationale: "as it should be" }] });
  expect(score?.judging.goal).toMatchObject({ kind: "model", provider, model });
  expect(marksIn(score)).toEqual(fullMarks);
  expect(detail.judgeTokenUsage?.input).toBeGreaterThan(0);
});

test("a real agent judges the run of another one, and its marks are those in the report", async () => {
  const { score } = await judgedBy("claude-code");
  expect(score?.goalAchievement).toMatchObject({ score: 100, criteria: [{ rationale: "as it should be" }] });
  expect(score?.judging.agent).toMatchObject({ kind: "agent", agent: "claude-code" });
  expect(marksIn(score)).toEqual(fullMarks);
});
