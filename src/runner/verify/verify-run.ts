/** Verifies the work an agent left behind: from a frozen copy, after its last process has ended. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { errorMessage } from "../../core/error.ts";
import type { Entry } from "../../core/entry.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { ensureFolder } from "../workspace/ensure-folder.ts";
import type { DrivenRun } from "../turns/join-turns.ts";
import type { Site } from "../site.ts";
import { verifyChecks } from "./verify.ts";

/** Returns the verified checks of a run; none if scoring is off or the run did not complete. */
export async function verifyRun(
  job: Job,
  site: Site,
  world: { readonly plan: Plan; readonly abort: AbortSignal; readonly driven: DrivenRun },
): Promise<VerifiedCheck[]> {
  const { outcome, transcript } = world.driven;
  const wanted = world.plan.weights !== null && world.plan.weights.goal_achievement > 0;
  if (!wanted || outcome.status !== "completed") return [];
  if (job.scenario.checks.every((check) => check.verify === undefined)) return [];
  const folder = site.newScratchPath();
  const scratch = async () => {
    await site.workspace.restore();
    await ensureFolder(folder);
    return folder;
  };
  try {
    const frozen = await site.frozen();
    return await verifyChecks({
      scenario: job.scenario,
      runId: site.runId,
      frozen,
      finalAnswer: outcome.result,
      writeTranscript: (file) => writeEntries(file, transcript),
      scratch,
      env: site.checkEnvironment,
      abort: world.abort,
    });
  } catch (error) {
    // Reading or copying the workspace failed on this machine, which says nothing about the agent.
    return markAllBroken(job, `the workspace could not be examined: ${errorMessage(error)}`);
  }
}

function markAllBroken(job: Job, rationale: string): VerifiedCheck[] {
  return job.scenario.checks.flatMap((check, index) =>
    check.verify === undefined ? [] : [{ index, status: "broken" as const, score: null, rationale }],
  );
}

async function writeEntries(file: string, entries: readonly Entry[]): Promise<void> {
  await pipeline(function* () {
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  }, createWriteStream(file));
}
