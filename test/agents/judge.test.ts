/** A judge that asks a model over HTTP about the run of a real agent: both sides are scripted. */
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Question } from "../../src/core/question.ts";
import { fullMarks } from "../../src/testing/fake-judge.ts";
import { scriptedKey } from "../../src/testing/scripted-model/request-log.ts";
import type { ScriptInput } from "../../src/testing/scripted-model/script.ts";
import { openScriptedModel } from "../../src/testing/scripted-model/server.ts";
import { environmentOf, openRehearsed, rehearse } from "./rehearsed-project.ts";

type Json = z.core.util.JSONType;

/** Full marks for whatever is asked, with the nonce repeated; the first request is refused. */
const script: ScriptInput = {
  values: { nonce: "^nonce: (\\w+)$" },
  conversations: [
    {
      name: "judge",
      when: { json: true, key: scriptedKey("judge") },
      faults: [{ kind: "status", status: 429, retryAfterSeconds: 0, request: 1 }],
      steps: [
        ({ text }) => {
          const question = JSON.parse(/^question: (.+)$/m.exec(text)?.[1] ?? "") as Question;
          const marks = fullMarks(question);
          return { json: { nonce: "{{nonce}}", value: marks.status === "answered" ? (marks.value as Json) : null } };
        },
      ],
    },
  ],
};

/** Over chat completions with a structured answer, as a user would write it without any package. */
const judge = (url: string) => `
import { randomBytes } from "node:crypto";
const key = ${JSON.stringify(scriptedKey("judge"))};
async function reply(content) {
  const response = await fetch(${JSON.stringify(url)} + "/v1/chat/completions", {
    method: "POST",
    headers: { authorization: "Bearer " + key, "content-type": "application/json" },
    body: JSON.stringify({ model: "judge-1", messages: [{ role: "user", content }], response_format: { type: "json_schema" } }),
  });
  if (response.status === 429) return reply(content);
  return JSON.parse((await response.json()).choices[0].message.content);
}
export default {
  id: "over-http",
  async ask(question) {
    const nonce = randomBytes(8).toString("hex");
    const answer = await reply("question: " + JSON.stringify(question) + "\\nnonce: " + nonce);
    return answer.nonce === nonce ? { status: "answered", value: answer.value } : { status: "failed", why: "no nonce" };
  },
};`;

test("the marks in the report are those the model gave, and each side used its own key", async () => {
  await using model = await openScriptedModel(script);
  await using project = await openRehearsed(["codex"]);
  await project.write({ "judge.mjs": judge(model.url), "scenarios/task.json": graded });
  const flags = [...rehearse, "-s", "task", "--judge", "./judge.mjs"];
  const { code, stderr } = await project.axis(flags, { env: environmentOf(project) });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const [result] = (await project.stored()).results;
  expect(result?.score?.goalAchievement.score).toBe(100);
  const { score } = await project.detail(result?.file ?? "");
  expect(JSON.stringify(score)).toContain("as it should be");
  expect(new Set(model.requests.map(({ conversation, problem }) => [conversation, problem].join()))).toEqual(
    new Set(["judge,"]),
  );
  expect(model.requests[0]?.fault).toBe("status");
  expect([model.sawKey("judge"), model.sawKey("agent")]).toEqual([true, false]);
}, 120_000);

/** A criterion that only a judge can grade. */
const graded = {
  name: "task",
  prompt: 'This is the scenario "task". Do as you are told.',
  judge: [{ check: "The file says hello" }],
};
