import { expect, test } from "vitest";
import { modelServer } from "../../judging/models/model-server.fixture.ts";
import { openModel } from "../../judging/models/open-model.ts";
import { AnswerConciseness } from "../composite/answer-conciseness.ts";

test("displayPrompt returns exactly the messages that a provider gets, except for tag and nonce", async () => {
  await using server = await modelServer(({ nonce }) => ({
    text: JSON.stringify({ nonce, score: 1, redundantSegments: [], reason: "r" }),
  }));
  const llm = openModel(
    { provider: "compatible", model: "llama", baseUrl: server.url, apiKeyEnv: "MY_KEY" },
    { env: { MY_KEY: "key" } },
  );
  const item = { query: "q", actual_output: "a <material-x>", expected_output: "e" };
  const metric = new AnswerConciseness({ llm, instruction: "Short is good." });
  expect((await metric.execute(item)).status).toBe("scored");
  const sent = server.seen[0]?.body["messages"] as { role: string; content: string }[];
  const [, tag = ""] = /<material-([0-9a-f]+)>/.exec(sent.at(-1)?.content ?? "") ?? [];
  const plain = sent.map(({ role, content }) => ({
    role,
    content: content.replaceAll(tag, "TAG").replaceAll(server.seen[0]?.nonce ?? "", "NONCE"),
  }));
  expect(tag).not.toBe("");
  expect(await metric.displayPrompt(item)).toEqual(plain);
});
