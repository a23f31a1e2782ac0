/** Verifies the checks of a scenario in an existing folder, by the same rules as any other verification. */
import { mkdtemp, stat } from "node:fs/promises";
import { join } from "node:path";
import { commandAgent } from "../../agents/command.ts";
import type { Cell } from "../../core/cell.ts";
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import type { Entry } from "../../core/entry.ts";
import { AxisError } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Scenario } from "../../core/scenario.ts";
import { writeEntries } from "../../runner/write-entries.ts";
import { modelKeys } from "../../runner/secrets/model-keys.ts";
import { newRunId } from "../../runner/run-id.ts";
import { verifyChecks } from "../../runner/verify/verify.ts";
import { childEnvironment, trustedPath } from "../../runner/workspace/environment.ts";
import { freezeWorkspace } from "../../runner/workspace/freeze.ts";
import { requireTemporaryFolder } from "../../runner/workspace/temporary-folder.ts";
import { ensureFolder } from "../../runner/workspace/ensure-folder.ts";
import { openWorkspace } from "../../runner/workspace/workspace.ts";
import type { CliDeps } from "../command.ts";

export async function requireFolder(path: string, written: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined); // The error below explains it in our own words.
  if (entry?.isDirectory()) return;
  throw new AxisError("flag-invalid", `--workspace: ${written} is not a folder`);
}

/** Returns verdicts for checks that cannot be verified, each with the reason. */
export function markUnverified(checks: readonly Check[], rationale: string): VerifiedCheck[] {
  return checks.flatMap(({ verify }, index) =>
    verify === undefined ? [] : [{ index, status: "broken", score: null, rationale }],
  );
}

/** A finished run and the folder it left behind. */
interface FinishedRun {
  /** Absolute path. */
  readonly folder: string;
  readonly scenario: Scenario;
  readonly cell: Cell;
  readonly outcome: Outcome;
  readonly entries: readonly Entry[];
}

/** Returns the verified checks, or none for a run that did not complete. The folder itself is only read. */
export async function verifyInFolder(
  { folder, scenario, cell, outcome, entries }: FinishedRun,
  deps: CliDeps,
  { checkNames, abort }: { readonly checkNames: readonly string[]; readonly abort: AbortSignal },
): Promise<VerifiedCheck[]> {
  if (outcome.status !== "completed" || scenario.checks.every(({ verify }) => verify === undefined)) return [];
  const runId = newRunId(deps.now());
  const onWarning = (message: string) => deps.terminal.err(`Warning: ${message}`);
  await requireTemporaryFolder();
  await using workspace = await openWorkspace({ runId, onWarning });
  const scratch = await mkdtemp(join(workspace.root, "scratch-"));
  await using frozen = await freezeWorkspace(folder, join(scratch, "frozen"));
  const forbidden = modelKeys({ agent: { adapter: commandAgent }, judges: {} });
  const names = checkNames.filter((name) => !forbidden.includes(name));
  return await verifyChecks({
    scenario,
    runId,
    frozen,
    finalAnswer: outcome.result,
    writeTranscript: (file) => writeEntries(file, entries),
    scratch: async () => {
      await workspace.restore();
      await ensureFolder(scratch);
      return scratch;
    },
    env: (home, copy) =>
      childEnvironment(deps.env, names, {
        PATH: trustedPath(deps.env["PATH"], folder),
        HOME: home,
        TMPDIR: workspace.tmp,
        AXIS_RUN_ID: runId,
        AXIS_PHASE: "verify",
        AXIS_WORKSPACE: copy,
        AXIS_CONFIG_DIR: scenario.baseDir,
        AXIS_AGENT: cell.agent,
        AXIS_SCENARIO: scenario.key,
        AXIS_TRIAL: String(cell.trial),
        ...(scenario.variant === null ? {} : { AXIS_VARIANT: scenario.variant }),
      }),
    abort,
  });
}
