/** Lets a judge compare the work of entrants without telling it whose it is. Its replies are kept, so none is asked for twice. */
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { CompetitionBranch } from "../../core/report/competition.ts";
import type { Report } from "../../core/report.ts";
import { createBlind } from "../../judging/duels/blind.ts";
import { type ChosenJudge, chooseJudge, isAnyProgram } from "../../judging/duels/families.ts";
import { type DuelPair, holdDuels } from "../../judging/duels/hold-duel.ts";
import { type DuelRuns, type JudgedDuels, listDuels, mostJudged } from "../../report/competition/judge-competition.ts";
import { pickDefined } from "../../runner/agents/readiness.ts";
import { missingForJudge } from "../../runner/preflight.ts";
import type { AskJudge } from "../evaluate-deps.ts";
import type { CompetitionRecord } from "./competition-record.ts";
import type { Contest } from "./contest.ts";

/** The judge of a competition. Undefined without one, which only `rank: judge` refuses. */
export function findJudge(
  { duelJudges = [], jobs }: Plan,
  { rank, agents }: Pick<CompetitionRecord, "rank" | "agents">,
): ChosenJudge | undefined {
  if (rank === "judge" && agents.length > mostJudged)
    throw new AxisError("flag-invalid", `A judge compares at most ${mostJudged} agents, not ${agents.length}`, {
      hint: "Name fewer with -a, or rank them with: --rank scorecard",
    });
  const entrants = new Map(jobs.map(({ agent }) => [agent.name, { name: agent.name, ...agent.config }]));
  const chosen = chooseJudge(
    duelJudges,
    [...entrants.values()].map(({ name, agent, model }) => ({ name, agent, model })),
  );
  if (rank === "judge" && chosen === undefined)
    throw new AxisError("flag-invalid", "--rank judge needs a judge that can read patches, and none is configured", {
      hint: 'Name one with --judge anthropic/claude-sonnet-4-5, or write it in the config: "judging": { "agents": ["anthropic/claude-sonnet-4-5"] }',
    });
  return chosen;
}

/** Reports what the judge lacks on this machine, such as a key, before any run takes place. */
export async function requireReady({ judge }: ChosenJudge, env: NodeJS.ProcessEnv): Promise<void> {
  const known = pickDefined(env);
  const missing = await Promise.all((judge.members ?? [judge]).map((member) => missingForJudge(member, known)));
  if (missing.flat().length === 0) return;
  throw new AxisError(
    "preflight",
    `The patches cannot be judged:\n${missing
      .flat()
      .map((line) => `  ${line}`)
      .join("\n")}`,
    {
      hint: "Name another judge with --judge, or rank without one: --rank scorecard",
    },
  );
}

export interface PatchDeps {
  readonly plan: Plan;
  readonly contest: Contest;
  readonly branches: readonly CompetitionBranch[];
  readonly home: string | undefined;
  readonly ask: AskJudge;
}

/** Undefined if there was nothing to ask. */
export async function judgeWork(
  { results }: Pick<Report, "results">,
  { judge, notes }: ChosenJudge,
  deps: PatchDeps,
): Promise<JudgedDuels | undefined> {
  const { folder, record, repository } = deps.contest;
  const meetings = listDuels(results, record);
  if (meetings.length === 0) return undefined;
  const pairs = await readPatches(meetings, deps);
  const kept = (await folder.listReplies()).filter((reply) => reply.judge === judge.id);
  const held = await holdDuels(pairs, {
    judge,
    ask: deps.ask,
    blind: createBlind(listNames(deps.plan), [
      ...repository.folders,
      deps.plan.configDir,
      ...(deps.home === undefined ? [] : [deps.home]),
    ]),
    findReply: (pair, order) =>
      kept.find(
        (reply) => reply.order === order && reply.oneRunId === pair.one.runId && reply.otherRunId === pair.other.runId,
      ),
    keepReply: ({ one, other }, order, reply) =>
      folder.addReply({ judge: judge.id, oneRunId: one.runId, otherRunId: other.runId, order, ...reply }),
  });
  return { ...held, judge: judge.id, notes: [...notes, ...held.notes] };
}

/** A run without a branch changed nothing that could be compared. */
async function readPatches(meetings: readonly DuelRuns[], { plan, contest, branches }: PatchDeps): Promise<DuelPair[]> {
  const { record, repository } = contest;
  const commits = new Map(branches.map(({ runId, commit }) => [runId, commit]));
  const tasks = new Map(plan.jobs.map(({ cell, scenario }) => [cell.scenario, scenario.prompt]));
  const patches = new Map<string, string>();
  for (const { runId } of meetings.flatMap(({ one, other }) => [one, other])) {
    const to = commits.get(runId);
    if (to === undefined || patches.has(runId)) continue;
    patches.set(runId, await repository.readPatch({ from: record.base.commit, to }));
  }
  return meetings.map(({ scenarioKey, one, other }) => ({
    scenarioKey,
    task: tasks.get(scenarioKey) ?? "",
    one: { ...one, patch: patches.get(one.runId) ?? "" },
    other: { ...other, patch: patches.get(other.runId) ?? "" },
  }));
}

/** What would tell a judge who worked on a patch. */
function listNames({ jobs }: Plan): string[] {
  const said = jobs.flatMap(({ agent: { name, adapter, config } }) => [name, adapter.name, config.agent, config.model]);
  return [...new Set(said.filter((name) => name !== undefined && !isAnyProgram(name)))] as string[];
}
