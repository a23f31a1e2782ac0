/** `axis compete`: several agents work on the same scenarios from one commit, and the best work becomes a branch. */
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import { evaluateContest } from "../../evaluate/compete/contest.ts";
import { formatJson } from "../../report/text/terminal-safe.ts";
import { UserRepository } from "../../runner/workspace/user-repository.ts";
import { readCalibration } from "../calibrate/calibration-file.ts";
import type { CliDeps } from "../command.ts";
import { openProject } from "../project.ts";
import { sendFinishedReport } from "../push/send-report.ts";
import { addCalibration, announceRun, openRunReporter } from "../run-project.ts";
import { openRunTelemetry, type RunTelemetry } from "../run-telemetry.ts";
import { openPullRequests, requirePullRequests } from "./open-pull-request.ts";
import { showCompetition, writePatches } from "./show-competition.ts";
import { type CompeteFlags, type PlannedContest, resumeContest, startContest } from "./start-contest.ts";

export async function runCompetition(
  scenarios: readonly string[],
  flags: CompeteFlags,
  deps: CliDeps,
): Promise<number> {
  if (flags.queue && flags.push === false)
    throw new AxisError("flag-invalid", "--queue cannot be combined with --no-push", {
      hint: "Whatever queued the runs lists the competition as running until it gets the report",
    });
  const project = await openProject(deps, flags.config);
  const repository = await UserRepository.open(project.configDir, deps.env);
  if (flags.openPr) await requirePullRequests(repository);
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
  if (flags.push !== false) await sendFinishedReport(project, { report, queue: flags.queue }, deps);
  const { competition } = report;
  if (flags.openPr) await openPullRequests({ ...contest, report, competition }, deps);
  const { winner, verdict } = competition;
  const isEnough = !contest.record.requiresProof || verdict === "PROVEN";
  return winner !== null && isEnough ? 0 : 1;
}

async function runContest(contest: PlannedContest, flags: CompeteFlags, deps: CliDeps) {
  const { project, record, request } = contest;
  const queue = flags.queue === true;
  const plan: Plan = { ...request.plan, concurrency: record.concurrency };
  const calibration = await readCalibration(project.configDir);
  await using telemetry = await openRunTelemetry({ events: plan.events, competition: record.id }, project, deps);
  using reporter = await openRunReporter(plan, { project, flags: { score: true } }, deps);
  const resumeHint = () =>
    `Resume with: axis compete --resume ${record.id}${queue ? " --queue" : ""}${formatConfigFlag(project.configFile, deps.cwd)}`;
  const abort = deps.abortOnInterrupt({ resumeHint, countRuns: reporter.countRuns });
  return await evaluateContest(contest, plan, {
    store: project.store,
    env: deps.env,
    now: deps.now,
    abort,
    handle: request.handle,
    sandboxes: await announceRun(plan, queue, deps),
    onEvent: telemetry.wrapListener(reporter.onEvent),
    ...(queue && { openQueue: (based: Plan) => openContestQueue(contest, { plan: based, telemetry }, deps) }),
    ...addCalibration({}, calibration),
  });
}

/** Loaded only with --queue, because nothing else needs a database. */
async function openContestQueue(
  { project, record }: PlannedContest,
  { plan, telemetry }: { readonly plan: Plan; readonly telemetry: RunTelemetry },
  deps: CliDeps,
) {
  const { openQueuedPlan } = await import("../queue/queued-plan.ts");
  const { judge } = record.wishes;
  const flags = { score: true, queue: true as const, ...(judge !== undefined && { judge }) };
  return await openQueuedPlan(
    project,
    { plan, flags, competition: record, traceContext: telemetry.beginQueue() },
    deps,
  );
}
