/** `axis compete`: several agents work on the same scenarios from one commit, and the best work becomes a branch. */
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import type { CompetitionRank } from "../../core/report/competition.ts";
import { CompetitionFolder, openCompetition } from "../../evaluate/compete/competition-record.ts";
import { type Contest, describeContest, evaluateContest } from "../../evaluate/compete/contest.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import { readCalibration } from "../calibrate/calibration-file.ts";
import type { CliDeps } from "../command.ts";
import { openProject, type Project } from "../project.ts";
import type { RunFlags } from "../run-flags.ts";
import { addCalibration, announceRun, openRunReporter } from "../run-project.ts";
import { planRun, type RunRequest } from "../run-request.ts";
import { openRunTelemetry } from "../run-telemetry.ts";
import { showCompetition, writePatches } from "./show-competition.ts";

export interface CompeteFlags {
  readonly config?: string;
  readonly agent?: string[];
  readonly trials?: number;
  readonly base?: string;
  readonly allowDirty?: true;
  readonly rank: CompetitionRank;
  readonly requireProven?: true;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  /** Minutes. */
  readonly deadline?: number;
  readonly json?: true;
  readonly resume?: string;
}

/** A competition and the plan of its runs. */
interface PlannedContest extends Contest {
  readonly project: Project;
  readonly request: RunRequest;
}

export async function runCompetition(
  scenarios: readonly string[],
  flags: CompeteFlags,
  deps: CliDeps,
): Promise<number> {
  const project = await openProject(deps, flags.config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  const place = { project, repository };
  const contest =
    flags.resume === undefined
      ? await startContest(scenarios, flags, { ...place, deps })
      : await resumeContest(flags.resume, flags, { ...place, deps });
  const report = await runContest(contest, flags, deps);
  if (report.competition === undefined) throw new Error("the report of a competition has no competition");
  if (flags.json) {
    await writePatches(report.competition, contest);
    deps.terminal.out(formatJson(report.competition));
  } else await showCompetition(report, contest, deps);
  const { winner, verdict } = report.competition;
  const isEnough = !contest.record.requiresProof || verdict === "PROVEN";
  return winner !== null && isEnough ? 0 : 1;
}

interface StartDeps {
  readonly project: Project;
  readonly repository: UserRepository;
  readonly deps: CliDeps;
}

async function startContest(
  scenarios: readonly string[],
  flags: CompeteFlags,
  start: StartDeps,
): Promise<PlannedContest> {
  const { project, repository, deps } = start;
  if (scenarios.length === 0)
    throw new AxisError("flag-invalid", "Name the scenario to compete in", {
      hint: "For example: axis compete my-scenario -a one,other",
    });
  const ref = flags.base ?? "HEAD";
  const commit = await repository.resolveCommit(ref);
  const isDirty = await refuseChanges(flags, repository);
  const request = await planRun(project, { ...toRunFlags(flags), scenario: [...scenarios] }, deps);
  if (request === null) throw new Error("a competition has runs");
  const { plan } = request;
  const record = describeContest(plan, {
    now: deps.now(),
    base: { commit, ref },
    isDirty,
    rank: flags.rank,
    concurrency: flags.concurrency,
    requiresProof: flags.requireProven === true,
  });
  warnWithoutGates(plan, deps);
  const folder = new CompetitionFolder(project.configDir, record.id);
  await folder.write(record);
  return { project, repository, folder, record, request };
}

async function resumeContest(id: string, flags: CompeteFlags, start: StartDeps): Promise<PlannedContest> {
  const { project, repository, deps } = start;
  const folder = await openCompetition(project.configDir, id);
  const record = await folder.read();
  if (record.reportId === null)
    throw new AxisError("report-missing", `The competition ${folder.id} was interrupted before its first run`, {
      hint: "Start a new one",
    });
  const { commit } = record.base;
  if ((await repository.resolveCommit(commit)) !== commit) throw new Error("a commit has one name");
  const resumed = { ...toRunFlags(flags), resume: record.reportId, competition: record.id };
  const request = await planRun(project, resumed, deps);
  if (request === null) throw new Error("a resumed competition has a plan");
  return { project, repository, folder, record, request };
}

function toRunFlags({ agent, trials, concurrency, budgetUsd, deadline }: CompeteFlags): RunFlags {
  return {
    score: true,
    ...(agent !== undefined && { agent }),
    ...(trials !== undefined && { trials }),
    ...(concurrency !== undefined && { concurrency }),
    ...(budgetUsd !== undefined && { budgetUsd }),
    ...(deadline !== undefined && { budgetMinutes: deadline }),
  };
}

/** Whether there are uncommitted changes, which the contest leaves out. */
async function refuseChanges({ allowDirty }: CompeteFlags, repository: UserRepository): Promise<boolean> {
  const changes = await repository.listChanges();
  if (changes.length === 0 || allowDirty) return changes.length > 0;
  const names = changes.slice(0, 3).map(terminalLine).join(", ");
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : "";
  throw new AxisError(
    "flag-invalid",
    `The repository has uncommitted changes, which the entrants would not get: ${names}${more}`,
    { hint: "Commit them, or leave them out of the contest with --allow-dirty" },
  );
}

function warnWithoutGates({ jobs }: Plan, { terminal }: CliDeps): void {
  const without = new Set(
    jobs.filter(({ scenario }) => (scenario.gates ?? []).length === 0).map(({ cell }) => cell.scenario),
  );
  if (without.size === 0) return;
  const names = [...without].map(terminalLine).join(", ");
  terminal.err(
    terminal.errPaint.warn(`Warning: no gate checks the work in ${names}; only its checks decide who passed`),
  );
}

async function runContest(contest: PlannedContest, flags: CompeteFlags, deps: CliDeps) {
  const { project, record, request } = contest;
  const plan: Plan = { ...request.plan, concurrency: record.concurrency };
  const calibration = await readCalibration(project.configDir);
  await using telemetry = await openRunTelemetry(plan, project, deps);
  using reporter = await openRunReporter(plan, { project, flags: toRunFlags(flags) }, deps);
  const resumeHint = () =>
    `Resume with: axis compete --resume ${record.id}${formatConfigFlag(project.configFile, deps.cwd)}`;
  const abort = deps.abortOnInterrupt({ resumeHint, countRuns: reporter.countRuns });
  return await evaluateContest(contest, plan, {
    store: project.store,
    env: deps.env,
    now: deps.now,
    abort,
    handle: request.handle,
    sandboxes: await announceRun(plan, false, deps),
    onEvent: telemetry.wrapListener(reporter.onEvent),
    ...addCalibration({}, calibration),
  });
}
