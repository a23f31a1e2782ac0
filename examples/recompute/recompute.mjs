/**
 * Recomputes every number of a report from the evidence stored beside it, and compares the two.
 *
 *   node recompute.mjs <report folder>
 *
 * Exits with 0 if everything agrees, with 1 on the first difference, and with 2 if the folder holds no report.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesJudge } from "axis-eval/judges";
import { buildReport, Report } from "axis-eval/report";
import {
  addUpFixes,
  axisResult,
  evidenceFromRun,
  findCauses,
  latencyBaseline,
  listStages,
  scoreRun,
  scoringDocument,
} from "axis-eval/scoring";
import { roganGladen } from "axis-eval/statistics";

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, "report.json"))) {
  console.error("usage: node recompute.mjs <report folder>, such as .axis/reports/2026-01-31-120000");
  process.exit(2);
}

/** The defaults of `settings.verdict.sprt`. A project that sets others must be recomputed with its own. */
const stoppingRule = { good: 0.9, bad: 0.6, alpha: 0.05, beta: 0.1 };

/** How many numbers were compared, by the part of the report they belong to. */
const compared = new Map();
const notes = new Set();

const report = readJson("report.json");
const runs = [];
for (const result of report.results)
  for (const trial of result.trials ?? [{ ...result, trial: 1 }])
    runs.push(trial.file === "" ? describeNotRun(result, trial) : await recomputeRun(trial.file));
recomputeReport(runs);

console.log(`${"part".padEnd(16)}numbers  differences`);
for (const [part, count] of compared) console.log(`${part.padEnd(16)}${String(count).padStart(7)}${"0".padStart(13)}`);
for (const note of notes) console.log(`note: ${note}`);
console.log(`Every number of report ${report.reportId} follows from its evidence.`);

/** A run that never started has no file of its own: all that is known of it is in the report. */
function describeNotRun({ trials: _trials, spread: _spread, stoppedAt: _stoppedAt, ...result }, trial) {
  const { runId, failed, outcomeClass, durationMs, file } = trial;
  const known = result.outcomeClass === outcomeClass ? result : { ...result, score: undefined, scorecard: undefined };
  return { ...known, trial: trial.trial, runId, failed, outcomeClass, durationMs, file };
}

/** Recomputes one run; returns its detail with the recomputed numbers in place of the stored ones. */
async function recomputeRun(file) {
  const detail = readJson(file);
  const evidence = evidenceFromRun(detail);
  const compareAt = (part, key, recomputed) => compare(part, { file, key, stored: readKey(detail, key) }, recomputed);
  compareAt("interactions", "interactions", evidence.interactions);
  compareAt("counts", "stats", { ...detail.stats, ...countInteractions(evidence.interactions) });
  const recomputed = { ...detail, interactions: evidence.interactions };
  if (detail.score !== undefined) {
    recomputed.score = await recomputeScore(detail, evidence);
    compareAt("AXIS Result", "score", recomputed.score);
  }
  if (detail.facts !== undefined && detail.scorecard !== undefined) {
    const facts = { ...detail.facts, stages: recomputeStages(detail) };
    compareAt("stages", "facts.stages", facts.stages);
    recomputed.scorecard = scoreRun(facts, readBaseline(detail.scorecard), facts.weights);
    compareAt("scorecard", "scorecard", recomputed.scorecard);
  }
  return recomputed;
}

/** Scores the run again. The rules judge is asked anew; what any other judge answered is stored, and used again. */
async function recomputeScore(detail, evidence) {
  const { score: stored, agentName, runId } = detail;
  const judgeFor = (id) => (stored.judging[id]?.kind === "rules" ? rulesJudge : recordedJudge(id, detail));
  const judges = {
    goal: judgeFor("goal"),
    environment: judgeFor("environment"),
    service: judgeFor("service"),
    agent: judgeFor("agent"),
  };
  const { score } = await axisResult(evidence, {
    judges,
    weights: report.scoring.weights,
    judging: { retries: 1, timeoutMs: 60_000 },
    abort: new AbortController().signal,
    agentName,
    runId,
  });
  // Who was asked, how often and at what cost was recorded, not computed.
  return { ...score, judging: stored.judging };
}

/** A judge that gives the stored answers; asked again for what is missing, it gives the stored reason. */
function recordedJudge(id, { score }) {
  const dimension = id === "goal" ? score.goalAchievement : score[id];
  const declined = { status: "declined", why: dimension.reason ?? "no answer is stored" };
  return {
    id: "recorded",
    async ask(question, { attempt }) {
      if (attempt > 1) return declined;
      if (id === "goal") return { status: "answered", value: { grades: listGrades(dimension.criteria) } };
      const ids = new Set(question.interactions.map((interaction) => interaction.id));
      const audits = dimension.audits.filter((audit) => ids.has(audit.id));
      const patterns = question.interactions[0]?.id === firstAuditedId(dimension) ? listPatterns(id, score) : [];
      const necessity = question.necessity ? (dimension.necessity ?? undefined) : undefined;
      return { status: "answered", value: { audits, necessity, patterns } };
    },
  };
}

function listGrades(criteria) {
  return criteria.flatMap(({ by, score, rationale, cites }, index) =>
    by === "judge" && score !== null ? [{ index, score, rationale, cites }] : [],
  );
}

function firstAuditedId({ audits }) {
  return audits[0]?.id;
}

function listPatterns(id, { patterns }) {
  return patterns.filter(({ dimension }) => dimension === id).map(({ dimension: _dimension, ...pattern }) => pattern);
}

/** The stages from the gates, turns and checks of the run. Whether setup and the first turn passed was recorded. */
function recomputeStages({ facts, gates = [], turns = [], checks }) {
  const passedAtFirst = (kind) => facts.stages.find((stage) => stage.kind === kind)?.first_passed ?? null;
  const planned = facts.stages.filter(({ kind }) => kind === "gate");
  const loops = new Map(planned.map(({ name }) => [name, turns.filter(({ repairs }) => repairs === name).length]));
  const isGreen = planned.every(({ name }) => gates.findLast(({ gate }) => gate === name)?.passed === true);
  const agentPassed = passedAtFirst("agent");
  return listStages({
    setupPassed: passedAtFirst("setup"),
    agentPassed,
    gates: planned,
    gating: planned.length === 0 ? null : { executions: gates, loops },
    verified: agentPassed === true && isGreen ? checks : [],
  });
}

/** The usual time, from the runs that the card names. Their times are in `.axis/runs.ndjson`. */
function readBaseline({ axes }) {
  const { p50_ms, samples, scope, frozen, run_ids } = axes.latency.inputs;
  if (samples === null) return null;
  const times = readRunTimes();
  const named = run_ids.toReversed().map((run_id) => ({ run_id, wall_ms: times.get(run_id) }));
  if (named.every(({ wall_ms }) => wall_ms !== undefined)) return { ...latencyBaseline(named, scope), frozen };
  notes.add("the usual time is taken as stored: .axis/runs.ndjson no longer has every run it was computed from");
  return { p50_ms, samples, scope, frozen, run_ids };
}

function readRunTimes() {
  const file = join(folder, "../../runs.ndjson");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return new Map(lines.map((line) => JSON.parse(line)).map(({ run_id, wall_ms }) => [run_id, wall_ms]));
}

/** Folds the recomputed runs into a report, and compares it with the stored one. */
function recomputeReport(details) {
  const planned = Object.values(report.summary.classes).reduce((sum, count) => sum + count, 0);
  const rebuilt = buildReport({
    ...report,
    skipped: report.summary.skipped,
    // Of a report that is not finished, the plan is needed too: runs without a result count as missing.
    cells: planned === details.length ? listCells(report) : readPlannedCells(),
    results: details.map(toCellResult),
    scoring: report.scoring && scoringDocument(report.scoring.weights, report.scoring.passMark),
    stopping: report.results.some(({ stoppedAt }) => stoppedAt !== undefined) ? stoppingRule : undefined,
  });
  const compareKey = (part, key, value) => compare(part, { file: "report.json", key, stored: report[key] }, value);
  compareKey("summary", "summary", rebuilt.summary);
  compareKey("scoring rules", "scoring", rebuilt.scoring);
  compareKey("results", "results", rebuilt.results);
  compareKey(
    "statistics",
    "statistics",
    rebuilt.statistics?.map((each) => addCorrectedRate(each, rebuilt.results)),
  );
  if (report.fixes === undefined) return;
  const { fixes, fixSummary } = addUpFixes(findAllCauses(details), rebuilt.results);
  compareKey("what to fix", "fixes", fixes);
  compareKey("what to fix", "fixSummary", fixSummary);
}

/** The causes of every run that has any: a run that was not started, or not scored, has none. */
function findAllCauses(details) {
  return details.filter(({ output }) => output !== undefined).flatMap((detail) => findCauses(detail) ?? []);
}

/** A result of the report is a run without its transcript. */
function toCellResult(detail) {
  return { ...Report.shape.results.element.omit({ means: true }).parse(detail), trial: detail.trial };
}

/** The planned runs: those of the report that was scored again, otherwise those of the last plan in the journal. */
function readPlannedCells() {
  if (report.rescoredFrom !== undefined) return listCells(readJson(`../${report.rescoredFrom}/report.json`));
  const steps = readFileSync(join(folder, "journal.ndjson"), "utf8").split("\n").filter(Boolean);
  return steps.map((line) => JSON.parse(line)).findLast(({ type }) => type === "plan").data.plan.cells;
}

function listCells({ results }) {
  return results.flatMap(({ scenarioKey, agentName, trials = [{ trial: 1 }] }) =>
    trials.map(({ trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
  );
}

/** With a calibrated judge: the pass rate that people would have given. */
function addCorrectedRate(statistics, results) {
  const { counts } = report.calibration ?? {};
  if (counts === undefined) return statistics;
  const passed = results
    .filter(({ agentName }) => agentName === statistics.agentName)
    .flatMap((result) => result.trials ?? [{ passed: hasPassed(result) }])
    .flatMap((trial) => trial.passed ?? []);
  const passes = passed.filter(Boolean).length;
  return { ...statistics, correctedPassRate: roganGladen({ passes, n: passed.length, ...counts }) };
}

/** A run passes if it completed, met every verified check in full, and its goal reached the pass mark. */
function hasPassed({ outcomeClass, score }) {
  const { score: goal, criteria } = score?.goalAchievement ?? { score: null };
  if (goal === null || !["completed", "agent"].includes(outcomeClass)) return null;
  const isVerified = criteria.every((criterion) => criterion.by !== "verify" || criterion.score === 10);
  return outcomeClass === "completed" && isVerified && goal >= report.scoring.passMark;
}

function countInteractions(interactions) {
  const tools = interactions.filter(({ kind }) => kind === "tool").map(({ toolName }) => toolName ?? "unknown");
  const within = (category) => interactions.filter(({ categories }) => categories.includes(category)).length;
  return {
    totalInteractions: interactions.length,
    byCategory: { environment: within("environment"), service: within("service"), agent: within("agent") },
    totalErrors: interactions.filter(({ hasError }) => hasError).length,
    totalDurationMs: interactions.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    toolNames: Object.fromEntries(tools.map((name) => [name, tools.filter((other) => other === name).length])),
  };
}

/** Compares a stored value with the recomputed one and exits on the first difference. */
function compare(part, { file, key, stored }, recomputed) {
  const difference = findDifference(stored, recomputed === undefined ? undefined : toJson(recomputed), key);
  compared.set(part, (compared.get(part) ?? 0) + countNumbers(stored));
  if (difference === null) return;
  console.log(`${file}: ${difference.key}`);
  console.log(`  stored:     ${JSON.stringify(difference.stored)}`);
  console.log(`  recomputed: ${JSON.stringify(difference.recomputed)}`);
  process.exit(1);
}

/** The first key at which two JSON values differ, depth first; null if they are equal. */
function findDifference(stored, recomputed, key) {
  if (!isContainer(stored) || !isContainer(recomputed) || Array.isArray(stored) !== Array.isArray(recomputed))
    return Object.is(stored, recomputed) ? null : { key, stored, recomputed };
  const names = new Set([...Object.keys(stored), ...Object.keys(recomputed)]);
  for (const name of names) {
    const inner = Array.isArray(stored) ? `${key}[${name}]` : `${key}.${name}`;
    const difference = findDifference(stored[name], recomputed[name], inner);
    if (difference !== null) return difference;
  }
  return null;
}

function countNumbers(value) {
  if (isContainer(value)) return Object.values(value).reduce((sum, inner) => sum + countNumbers(inner), 0);
  return typeof value === "number" ? 1 : 0;
}

function isContainer(value) {
  return typeof value === "object" && value !== null;
}

function readKey(document, key) {
  return key.split(".").reduce((value, name) => value?.[name], document);
}

function readJson(file) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

/** What a value is after it has been stored. */
function toJson(value) {
  return JSON.parse(JSON.stringify(value));
}
