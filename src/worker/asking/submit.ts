/** Queues runs: rows and tokens in one transaction. */
import type { BundleManifest } from "../bundle/bundle-manifest.ts";
import { type ListedBundle, listNewestBundles } from "../bundle/bundle-store.ts";
import type { NewRun } from "../../core/run/run-row.ts";
import type { Submission, SubmissionResult } from "../../core/run/submission.ts";
import type { Queue } from "../queue/queue.ts";
import { newId } from "../../store/sql/ids.ts";
import { insertCompetition } from "../../store/sql/competitions.ts";
import { insertRuns } from "../../store/sql/runs/runs.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { listServedAgents } from "../../store/sql/workers.ts";

export interface SubmitDeps {
  readonly database: Database;
  readonly queue: Queue;
  readonly now: () => Date;
}

/** Runs whose id already exists are left unchanged and get no second token. The first runs bring their competition along. */
export async function queueRuns(
  runs: readonly (NewRun & { readonly longestSeconds: number })[],
  { database, queue, competition }: Pick<SubmitDeps, "database" | "queue"> & Pick<BundleManifest, "competition">,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const [first] = runs;
    if (first !== undefined && competition !== undefined)
      await insertCompetition(transaction, {
        ...competition,
        workspaceId: first.workspaceId,
        reportId: first.reportId ?? null,
        plannedRuns: competition.agents.length * competition.runs,
        createdAt: new Date(competition.startedAt),
      });
    const added = new Set(await insertRuns(transaction, runs));
    const tokens = runs
      .filter(({ id }) => added.has(id))
      .map(({ id, agent, priority, longestSeconds }) => ({
        runId: id,
        agent,
        priority: priority ?? 0,
        longestSeconds,
      }));
    await queue.send(tokens, { transaction });
  });
}

/** Only scenarios and agents of the workspace's newest pushed bundle can be run. */
export async function submitByName(submission: Submission, deps: SubmitDeps): Promise<SubmissionResult> {
  const bundle = await findPushedBundle(deps.database, submission.workspace.id);
  if (bundle === undefined) return { status: "unknown-scenario" };
  const asked = await resolveSubmission(bundle.manifest, submission, deps.database);
  if (asked.status !== "known") return asked;
  const { scenario, agent } = asked;
  const runs = Array.from({ length: submission.trials }, (_, index) => ({
    id: newId("run", deps.now()),
    workspaceId: submission.workspace.id,
    scenarioKey: submission.scenario,
    scenarioHash: scenario.hash,
    agent: agent.name,
    model: agent.model,
    trial: index + 1,
    priority: submission.priority,
    bundleSha256: bundle.sha256,
    traceContext: submission.traceContext,
    longestSeconds: scenario.longestSeconds,
  }));
  await queueRuns(runs, deps);
  const told = runs.map(({ id, scenarioKey, trial }) => ({ id, scenario: scenarioKey, agent: agent.name, trial }));
  return { status: "queued", runs: told };
}

type ResolvedSubmission = {
  readonly status: "known";
  readonly scenario: BundleManifest["scenarios"][string];
  readonly agent: BundleManifest["agents"][number];
};

/** Finds the scenario and the agent by name, and checks that a live worker serves the agent. */
export async function resolveSubmission(
  manifest: BundleManifest,
  submission: Submission,
  database: Database,
): Promise<ResolvedSubmission | Exclude<SubmissionResult, { status: "queued" }>> {
  const scenario = getOwn(manifest.scenarios, submission.scenario);
  if (scenario === undefined) return { status: "unknown-scenario" };
  const agent = findAgent(manifest, submission);
  if (agent === undefined || !scenario.agents.includes(agent.name)) return { status: "unknown-agent" };
  if (!(await listServedAgents(database)).has(agent.name)) return { status: "agent-not-served" };
  return { status: "known", scenario, agent };
}

/** Reads own properties only: the names come from outside, so one could be "constructor". */
export function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

async function findPushedBundle(database: Database, workspaceId: string): Promise<ListedBundle | undefined> {
  const bundles = await listNewestBundles(database, { workspaceId, limit: 200 });
  return bundles.find(({ purpose }) => purpose === "pushed");
}

/** Finds an agent by its name in the project or, if a model is given, by the name of its adapter. */
function findAgent(manifest: BundleManifest, { agent, model }: Submission) {
  const fits = (its: string | null) => model === null || its === model;
  const named = manifest.agents.find((each) => each.name === agent && fits(each.model));
  return named ?? manifest.agents.find((each) => model !== null && each.agent === agent && each.model === model);
}
