import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../core/agent.ts";
import type { Judge } from "../../core/judge.ts";
import type { Plan } from "../../core/plan.ts";
import { fakeAgent } from "../../testing/fake-agent.ts";
import { fakeJudge } from "../../testing/fake-judge.ts";
import { samplePlan, sampleScenario } from "../../testing/sample-plan.ts";
import { listChildVariables } from "./children.ts";
import { modelKeys } from "./model-keys.ts";
import { listForwardedNames } from "./forwarded-names.ts";

const worker: AgentAdapter = {
  ...fakeAgent(),
  name: "worker",
  keys: { required: ["WORKER_KEY"], optional: ["WORKER_URL"] },
};
const plain: AgentAdapter = { ...fakeAgent(), name: "plain" };
const first: Judge = { ...fakeJudge({}), id: "first", kind: "agent", keys: ["JUDGE_KEY"] };
const second: Judge = { ...fakeJudge({}), id: "second", kind: "model", keys: ["MEMBER_KEY"] };
const judge: Judge = { ...fakeJudge({}), id: "panel", members: [first, second] };

function plan(overrides: Partial<Plan> = {}, agents: readonly AgentAdapter[] = [worker, plain]): Plan {
  const mcpServers = { mail: { type: "http" as const, url: "https://x.test", headers: { key: "${MAIL_KEY}" } } };
  return samplePlan({ scenarios: [sampleScenario({ mcpServers })], agents, judge, overrides });
}

const env = { agent: ["FOR_AGENT"], judge: ["FOR_JUDGE"], hooks: ["FOR_HOOKS"], checks: ["FOR_CHECKS"] };

describe("keys of models", () => {
  test("are those of the agent, of its judges and their members, and those that are known as such", () => {
    const [job] = plan().jobs;
    expect(modelKeys(job!)).toEqual(
      expect.arrayContaining(["WORKER_KEY", "WORKER_URL", "JUDGE_KEY", "MEMBER_KEY", "OPENAI_API_KEY"]),
    );
    expect(modelKeys({ agent: { adapter: plain }, judges: {} })).not.toContain("WORKER_KEY");
  });
});

test("all that a child is given by name is passed on, once", () => {
  const names = "FOR_AGENT FOR_CHECKS FOR_HOOKS FOR_JUDGE JUDGE_KEY MAIL_KEY MEMBER_KEY WORKER_KEY WORKER_URL";
  expect(listForwardedNames(plan({ env })).toSorted()).toEqual(names.split(" "));
});

describe("the names each child would get", () => {
  const operator = Object.fromEntries(
    [...listForwardedNames(plan({ env })), "PATH", "HOME", "TMPDIR", "AXIS_RUN_ID", "OPENAI_API_KEY", "OTHER"].map(
      (name) => [name, "x"],
    ),
  );
  const names = (overrides: Partial<Plan>, values: NodeJS.ProcessEnv = operator) =>
    Object.fromEntries(listChildVariables(plan(overrides), values).map((row) => [row.child, row.names]));

  test("are its own and those of its list", () => {
    expect(names({ env })).toEqual({
      "every child": ["PATH"],
      "agent worker": ["FOR_AGENT", "WORKER_KEY", "WORKER_URL"],
      "agent plain": ["FOR_AGENT"],
      "judge first": ["FOR_JUDGE", "JUDGE_KEY"],
      "judge second": ["MEMBER_KEY"],
      "hooks and setup": ["FOR_HOOKS"],
      checks: ["FOR_CHECKS"],
    });
  });

  test("are sorted, each once, without those that are not set and those that AXIS sets itself", () => {
    const hooks = ["WORKER_URL", "HOME", "GONE", "FOR_AGENT", "TMPDIR", "FOR_AGENT", "AXIS_RUN_ID"];
    expect(names({ env: { ...env, hooks } })["hooks and setup"]).toEqual(["FOR_AGENT", "WORKER_URL"]);
    expect(names({ env }, { PATH: "x" })["agent worker"]).toEqual([]);
  });

  test("hold no key of a model for a check, and in a rehearsal for no agent, whatever the config says", () => {
    const both = {
      ...env,
      agent: ["FOR_AGENT", "OPENAI_API_KEY"],
      checks: ["FOR_CHECKS", "OPENAI_API_KEY", "JUDGE_KEY"],
    };
    expect(names({ env: both })["checks"]).toEqual(["FOR_CHECKS"]);
    expect(names({ env: both })["agent plain"]).toEqual(["FOR_AGENT", "OPENAI_API_KEY"]);
    const rehearsal = { endpoint: { url: "http://127.0.0.1:1", key: "k" } } as unknown as NonNullable<
      Plan["rehearsal"]
    >;
    expect(names({ env: both, rehearsal })).toMatchObject({
      "agent worker": ["FOR_AGENT"],
      "agent plain": ["FOR_AGENT"],
    });
  });

  test("that are the key of one agent alone reach the checks of the others", () => {
    expect(names({ env: { ...env, checks: ["WORKER_KEY"] } })["checks"]).toEqual(["WORKER_KEY"]);
    const rows = listChildVariables(plan({ env: { ...env, checks: ["WORKER_KEY"] } }, [worker]), operator);
    expect(rows.at(-1)).toEqual({ child: "checks", names: [] });
  });

  test("`rules` is no child", () => {
    const rules = samplePlan({
      scenarios: [sampleScenario()],
      agents: [plain],
      judge: { ...fakeJudge({}), id: "rules", kind: "rules" },
    });
    expect(listChildVariables(rules, operator).map(({ child }) => child)).not.toContain("judge rules");
  });
});
