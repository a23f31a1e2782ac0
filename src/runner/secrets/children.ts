/** Which variables each kind of child would get, by name; values are never looked at. */
import type { Job, Plan } from "../../core/plan.ts";
import { systemNames } from "../../workspace/environment.ts";
import { judgeKeys, modelKeys } from "./model-keys.ts";
import { judgesOf } from "../preflight.ts";

export interface ChildNames {
  /** Such as "agent worker", "judge openai/gpt-5", "checks". */
  readonly child: string;
  /** Those that are set in the operator's environment. */
  readonly names: readonly string[];
}

/** AXIS sets these for every child of a run: a name in `env` cannot pass the operator's own. */
const setByAxis = ["HOME", "TMPDIR", "AXIS_RUN_ID"];

/** One row per child that may see more than the system's names; those come first. */
export function childNames(plan: Plan, operator: NodeJS.ProcessEnv): ChildNames[] {
  const given = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => operator[name] !== undefined && !setByAxis.includes(name)).toSorted();
  const { env } = plan;
  const byAgent = new Map(plan.jobs.map((job) => [job.agent.name, job]));
  const agents = [...byAgent].map(([name, job]) => ({ child: `agent ${name}`, names: given(agentNames(job, plan)) }));
  const judges = new Map(judgesOf(plan).map((judge) => [judge.id, judge]));
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
    { child: "checks", names: given(env.checks.filter((name) => reachesChecks(name, plan))) },
  ];
}

/** In a rehearsal no key of the operator's is passed on, also where the config names it. */
function agentNames(job: Job, { env, rehearsal }: Plan): string[] {
  const { keys } = job.agent.adapter;
  const names = [...(keys?.required ?? []), ...(keys?.optional ?? []), ...env.agent];
  return rehearsal === undefined ? names : names.filter((name) => !modelKeys(job).includes(name));
}

/** The key of a model reaches no check, whatever the config says. */
function reachesChecks(name: string, { jobs }: Plan): boolean {
  return jobs.some((job) => !modelKeys(job).includes(name));
}
