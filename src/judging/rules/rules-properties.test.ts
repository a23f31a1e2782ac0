import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import { AgentAnswer, ExecutionAnswer } from "../../core/question.ts";
import { askAgentQuestion, askContext, buildEvidence, buildProcessQuestion } from "./literal-run.ts";
import { rulesJudge } from "./rules.ts";

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "alpha",
      "beta",
      "gamma",
      " ",
      "\n",
      "exit code 1",
      "HTTP/1.1 500",
      "{",
      '"error":1}',
      "__proto__",
    ),
  }),
  fc.string({ unit: "binary" }),
);
const tool = fc.constantFrom("Bash", "Read", "Write", "Task", "mcp__a__get_b", "x", "__proto__", "toString", "");
const anyId = fc.constantFrom(null, "1", "2", "__proto__");
const anyEntry: fc.Arbitrary<EntryInput> = fc.oneof(
  fc.record({ type: fc.constant("assistant" as const), text }),
  fc.record({ type: fc.constantFrom("user" as const, "system" as const), text }),
  fc.record({
    type: fc.constant("tool_use" as const),
    id: anyId,
    tool,
    input: fc.oneof(
      fc.record({ command: text }),
      fc.record({ path: text, content: text }),
      fc.jsonValue(),
      text,
    ) as fc.Arbitrary<never>,
    kind: fc.constantFrom("execute", "edit", "read", "other"),
  }),
  fc.record(
    {
      type: fc.constant("tool_result" as const),
      id: anyId,
      output: fc.oneof(
        text,
        text.map((part) => `${part}\n`.repeat(300)),
      ),
      isError: fc.boolean(),
      exitCode: fc.integer(),
      httpStatus: fc.integer({ min: -1, max: 1_000 }),
    },
    { requiredKeys: ["type", "id", "output"] },
  ),
  fc.record({ type: fc.constant("error" as const), message: text }),
);
const anyRun = fc.record({ entries: fc.array(anyEntry, { maxLength: 30 }), task: text, finalAnswer: fc.option(text) });

describe("for any run", () => {
  test("every interaction gets one audit with numbers from 0 to 1, and the same again", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRun,
        fc.constantFrom("environment" as const, "service" as const, "agent" as const),
        async (run, asked) => {
          const question = buildProcessQuestion(asked, buildEvidence(run.entries, run));
          fc.pre(question.evidence.interactions.length > 0);
          const answer = await rulesJudge.ask(question, askContext());
          const schema = asked === "agent" ? AgentAnswer : ExecutionAnswer;
          const { audits } = schema.parse(answer.status === "answered" ? answer.value : answer);
          expect(audits.map(({ id }) => id)).toEqual(question.interactions.map(({ id }) => id));
          expect(audits.every(({ rationale }) => rationale.length > 0 && rationale.length < 200)).toBe(true);
          const again = await rulesJudge.ask(
            buildProcessQuestion(asked, buildEvidence(run.entries, run)),
            askContext(),
          );
          expect(again).toEqual(answer);
        },
      ),
    );
  });

  test("what a user or the system says at the end changes nothing", async () => {
    const last = fc.record({ type: fc.constantFrom("user" as const, "system" as const), text });
    await fc.assert(
      fc.asyncProperty(anyRun, last, async (run, entry) => {
        const before = await rulesJudge.ask(
          buildProcessQuestion("agent", buildEvidence(run.entries, run)),
          askContext(),
        );
        const after = await rulesJudge.ask(
          buildProcessQuestion("agent", buildEvidence([...run.entries, entry], run)),
          askContext(),
        );
        expect(after).toEqual(before);
      }),
    );
  });

  test("necessity is one minus the share of ids it names", async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (run) => {
        const { interactions } = buildEvidence(run.entries, run);
        if (interactions.length === 0) return;
        const { necessity } = await askAgentQuestion(run.entries, run);
        expect(necessity.score).toBe(1 - necessity.unnecessaryIds.length / interactions.length);
        expect(interactions.map(({ id }) => id)).toEqual(expect.arrayContaining(necessity.unnecessaryIds));
      }),
    );
  });
});
