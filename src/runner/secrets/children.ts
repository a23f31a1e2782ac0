/** Lists the variables each kind of child process would receive, by name; values are never read. */
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { systemNames } from "../workspace/environment.ts";
import { judgeKeys, modelKeys } from "./model-keys.ts";
import { listJudges } from "../preflight.ts";

export interface ChildVariables {
  /** For example "agent worker", "judge openai/gpt-5", "checks". */
  readonly child: string;
  /** The names that are set in the operator's environment. */
  readonly names: readonly string[];
}

/** AXIS sets these for every child of a run; naming them in `env` cannot pass the operator's own values. */
const setByAxis = ["HOME", "TMPDIR", "AXIS_RUN_ID"];

/** Returns one row per child that may receive more than the system's names, which come first. */
export function listChildVariables(plan: Plan, operator: NodeJS.ProcessEnv): ChildVariables[] {
  const given = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => operator[name] !== undefined && !setByAxis.includes(name)).toSorted();
  const { env } = plan;
  const byAgent = new Map(plan.jobs.map((job) => [job.agent.name, job]));
  const agents = [...byAgent].map(([name, job]) => ({ child: `agent ${name}`, names: given(agentNames(job, plan)) }));
  const judges = new Map(listJudges(plan).map((judge) => [judge.id, judge]));
  const spoken = [...judges.values()]
    .filter(({ kind }) => kind !== "rules")
    .map((judge) => ({
      child: `judge ${judge.id}`,
      names: given([...judgeKeys(judge), ...(judge.kind === "agent" ? env.judge : [])]),
    }));
  return [
    { child: "every child", names: given(systemNames) },
    ...agents,
    ...spoken,
    { child: "hooks and setup", names: given(env.hooks) },
    { child: "checks", names: given(env.checks.filter((name) => canReachChecks(name, plan))) },
  ];
}

/** A rehearsal passes on none of the operator's keys, even if the config names them. */
function agentNames(job: Job, { env, rehearsal }: Plan): string[] {
  const names = [...listAgentKeys(job.agent.adapter), ...env.agent];
  return rehearsal === undefined ? names : names.filter((name) => !modelKeys(job).includes(name));
}

/** A model's key never reaches a check, whatever the config says. */
function canReachChecks(name: string, { jobs }: Plan): boolean {
  return jobs.some((job) => !modelKeys(job).includes(name));
}
