import fc from "fast-check";
import { expect, test } from "vitest";
import { AgentAudit, ExecutionAudit, Necessity } from "../../core/question.ts";
import { readPlainAudit, readPlainExecution, readPlainNecessity } from "./process-question.ts";

const odd = fc.oneof(
  fc.constantFrom(null, undefined, "", "0.5", NaN, Infinity, -0, -0.1, 1.1, 2 ** 53, true, {}),
  fc.double(),
);
const share = fc.oneof(
  { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  { weight: 1, arbitrary: odd },
);
const whole = fc.oneof({ weight: 4, arbitrary: fc.nat() }, { weight: 1, arbitrary: odd });
const text = fc.oneof({ weight: 4, arbitrary: fc.string() }, { weight: 1, arbitrary: odd });
const item = fc.record(
  { id: whole, rationale: text, success: share, weight: share, contextRelevance: share, more: fc.anything() },
  { requiredKeys: [] },
);

test("what is read without a schema is what the schema would have read", () => {
  const withoutId = ({ id: _id, ...rest }: { id?: unknown }) => rest;
  fc.assert(
    fc.property(item, (given) => {
      const agent = AgentAudit.safeParse(given);
      expect(readPlainAudit(given)).toEqual(agent.success ? withoutId(agent.data) : null);
      const execution = ExecutionAudit.safeParse(given);
      expect(readPlainExecution(given)).toEqual(execution.success ? withoutId(execution.data) : null);
    }),
  );
});

test("necessity is read like its schema reads it, whatever stands in its list", () => {
  const necessity = fc.record(
    { rationale: text, score: share, unnecessaryIds: fc.oneof(fc.array(whole), odd), more: fc.anything() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(necessity, odd), (given) => {
      const parsed = Necessity.safeParse(given);
      expect(readPlainNecessity(given)?.data).toEqual(parsed.success ? parsed.data : undefined);
    }),
  );
});

test("what a judge changes after its answer changes nothing of what was read", () => {
  const given = { id: 1, rationale: "said", success: 1 };
  const read = readPlainExecution(given);
  given.success = 0;
  expect(read).toEqual({ rationale: "said", success: 1 });
  const ids = [1, 2];
  const necessity = readPlainNecessity({ rationale: "said", score: 1, unnecessaryIds: ids });
  ids.push(3);
  expect(necessity?.data.unnecessaryIds).toEqual([1, 2]);
});
