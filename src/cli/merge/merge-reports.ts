/** `axis reports merge`: makes one report of the shards of a plan, without a database. */
import { loadConfig } from "../../config/load-config.ts";
import { pathExists } from "../../core/files/path-kind.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import type { Report } from "../../core/report.ts";
import { resolveStoppingRule, type VerdictSettings } from "../../core/report/verdict.ts";
import { mergeShards } from "../../evaluate/merge-shards.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { readCalibration } from "../calibrate/calibration-file.ts";
import { type CiFlags, openCiFiles } from "../ci/ci-flags.ts";
import type { CliDeps } from "../command.ts";
import { publishReport } from "../print-report.ts";
import { openProject, type Project, useFolderWithoutConfig } from "../project.ts";
import { sendFinishedReport } from "../push/send-report.ts";
import { addCalibration, compareToBaseline, readComparedBaseline } from "../run-project.ts";
import { readShards } from "./read-shards.ts";

export interface MergeFlags extends CiFlags {
  readonly allowMissing?: true;
  readonly compareBaseline?: string | true;
  readonly json?: true;
  readonly github: boolean;
  readonly push: boolean;
  readonly config?: string;
}

export async function mergeReports(names: readonly string[], flags: MergeFlags, deps: CliDeps): Promise<number> {
  const { terminal, now } = deps;
  const project = await openMergeProject(flags, deps);
  const baseline = await readComparedBaseline(project, flags);
  const shards = await readShards(names, project, deps);
  const verdictSettings = await readVerdictSettings(project);
  const ciFiles = await openCiFiles(flags, deps.cwd);
  const calibration = await readCalibration(project.configDir);
  for (const { plan, report } of shards)
    if (report.state !== "complete")
      terminal.err(
        `Warning: Shard ${plan.shard.number} was stopped; continue it with: axis run --resume ${report.reportId}`,
      );
  const report = await mergeShards(
    {
      shards,
      allowMissing: flags.allowMissing,
      stopping: shards[0].plan.until === undefined ? undefined : resolveStoppingRule(verdictSettings),
      onWarning: (message) => terminal.err(`Warning: ${terminalLine(message)}`),
      ...addCalibration(baseline && toComparison(baseline, verdictSettings), calibration),
    },
    { store: project.store, now },
  );
  const verdict = decideVerdict(report);
  await publishReport(report, { project, flags, ciFiles, verdict }, deps);
  if (flags.push && (await pathExists(project.configFile))) await sendFinishedReport(project, { report }, deps);
  return verdict.ok ? 0 : 1;
}

/** A folder needs no config to merge what was downloaded into it. */
async function openMergeProject({ config }: MergeFlags, deps: CliDeps): Promise<Project> {
  return await openProject(deps, config).catch((error: unknown) => {
    if (config !== undefined) throw error;
    return useFolderWithoutConfig(error, deps);
  });
}

async function readVerdictSettings({ configFile }: Project): Promise<VerdictSettings | undefined> {
  if (!(await pathExists(configFile))) return undefined;
  const { config } = await loadConfig(configFile);
  return config.settings?.verdict;
}

function toComparison(baseline: Baseline, verdict: VerdictSettings | undefined) {
  const finalise = (made: Report) => ({ ...made, comparison: compareToBaseline(baseline, made, { verdict }) });
  return { finalise };
}
