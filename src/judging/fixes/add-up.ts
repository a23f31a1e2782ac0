/** Adds up what the runs of a report met: one fix for each cause, the most expensive first. */
import { round9 } from "../../core/json.ts";
import {
  type Fix,
  fixAreas,
  type FixOwner,
  type FixPoints,
  type FixRun,
  type FixSummary,
} from "../../core/report/fix.ts";
import { fisherExact } from "../../statistics/two-groups/exact-tests.ts";
import { advise } from "./advice.ts";
import { causeKey, fixId } from "./cause-key.ts";
import { mergeHosts } from "./merge-hosts.ts";
import type { CauseInRun, RunCauses } from "./run-causes.ts";
import { titleFix } from "./title.ts";

/** The fixes of a report as it stores them. */
export interface AddedFixes {
  readonly fixes: Fix[];
  readonly fixSummary: FixSummary;
}

/** A scenario × agent of a report. */
export interface ReportedPair {
  readonly scenarioKey: string;
  readonly agentName: string;
}

/** A cause that only one run met is listed from this many points on. */
const leastPoints = 0.1;
const leastRuns = 2;
const keptInsights = 3;

/** A run with one of its causes. */
interface Meeting {
  readonly run: RunCauses;
  readonly cause: CauseInRun;
}

/** The runs may come in any order; `pairs` has that of the report. */
export function addUpFixes(given: Iterable<RunCauses>, pairs: readonly ReportedPair[]): AddedFixes {
  const runs = sortRuns([...given], pairs);
  const shares = new Shares(runs);
  const made = Array.from(groupByKey(runs), ([key, met]) => describeFix(key, met, { runs, shares }));
  const ordered = made.toSorted(compareFixes);
  const listed = ordered.filter(isListed);
  const unlisted = ordered.filter((fix) => !isListed(fix));
  return {
    fixes: listed.map(({ fix }) => fix),
    fixSummary: {
      owners: addUpOwners(
        listed.map(({ fix }) => fix),
        runs,
        shares,
      ),
      runs: runs.length,
      inProgressRuns: runs.filter(({ isInProgress }) => isInProgress).length,
      unlisted: Object.fromEntries(unlisted.map(({ fix }) => [fix.id, fix.runs[0]?.agentName ?? ""])),
    },
  };
}

function sortRuns(runs: readonly RunCauses[], pairs: readonly ReportedPair[]): RunCauses[] {
  const places = new Map(pairs.map(({ scenarioKey, agentName }, place) => [`${scenarioKey}\n${agentName}`, place]));
  const placeOf = (run: RunCauses) => places.get(`${run.scenarioKey}\n${run.agentName}`) ?? places.size;
  return runs.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      compareTexts(a.scenarioKey, b.scenarioKey) ||
      compareTexts(a.agentName, b.agentName) ||
      a.trial - b.trial,
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a run's points are of the headline: a share of its result, which is a share of all results. */
class Shares {
  readonly #trials = new Map<string, number>();

  constructor(runs: readonly RunCauses[]) {
    for (const run of runs) if (run.hasResult) this.#trials.set(pairOf(run), (this.#trials.get(pairOf(run)) ?? 0) + 1);
  }

  of(run: RunCauses): number {
    const trials = this.#trials.get(pairOf(run));
    return run.hasResult && trials !== undefined ? 1 / trials / this.#trials.size : 0;
  }
}

function pairOf({ scenarioKey, agentName }: RunCauses): string {
  return `${scenarioKey}\n${agentName}`;
}

function groupByKey(runs: readonly RunCauses[]): Map<string, Meeting[]> {
  const groups = new Map<string, Meeting[]>();
  for (const run of mergeHosts(runs))
    for (const cause of run.causes) {
      const key = causeKey(cause);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ run, cause }]);
      else group.push({ run, cause });
    }
  return groups;
}

interface Whole {
  readonly runs: readonly RunCauses[];
  readonly shares: Shares;
}

interface KeyedFix {
  readonly key: string;
  readonly fix: Fix;
}

function describeFix(key: string, met: readonly Meeting[], { runs, shares }: Whole): KeyedFix {
  const { run: firstRun, cause: first } = met[0]!;
  const { kind, target, targetType, owner, symptom } = first;
  const joined = joinTrials(met);
  const shownAs = pickShownText(met.map(({ cause }) => cause));
  const fix: Fix = {
    id: fixId(key),
    kind,
    area: fixAreas[kind],
    target: kind === "check" ? shownAs : target,
    targetType,
    owner,
    symptom,
    title: titleFix(
      met.map(({ cause }) => cause),
      shownAs,
    ),
    points: sumPoints(met, shares),
    occurrences: joined.reduce((sum, { cause }) => sum + cause.occurrences, 0),
    scenarios: new Set(joined.map(({ run }) => run.scenarioKey)).size,
    workedLater: joined.filter(({ cause }) => cause.workedLater).length,
    runs: joined.map(toFixRun),
    // A run fails because of its checks and its ending: to compare them would say nothing.
    failures: owner === null ? null : compareFailures(new Set(joined.map(({ run }) => run)), runs),
    evidence: { runId: firstRun.runId, ...first.evidence },
    origin: countOrigins(joined),
    advice: advise(first),
    insights: listInsights(joined),
  };
  return { key, fix };
}

/** The first insights, each message once. */
function listInsights(met: readonly Meeting[]): Fix["insights"] {
  const kept = new Map<string, Fix["insights"][number]>();
  for (const { run, cause } of met)
    for (const { judge, message } of cause.insights)
      if (kept.size < keptInsights && !kept.has(`${judge}\n${message}`))
        kept.set(`${judge}\n${message}`, { judge, message, runId: run.runId });
  return [...kept.values()];
}

/** A rubric may have two checks that read alike once they are normalised: a run is listed once. */
function joinTrials(met: readonly Meeting[]): Meeting[] {
  const byRun = new Map<RunCauses, CauseInRun>();
  for (const { run, cause } of met) {
    const known = byRun.get(run);
    byRun.set(run, known === undefined ? cause : joinCauses(known, cause));
  }
  return Array.from(byRun, ([run, cause]) => ({ run, cause }));
}

function joinCauses(a: CauseInRun, b: CauseInRun): CauseInRun {
  return {
    ...a,
    steps: [...new Set([...a.steps, ...b.steps])],
    occurrences: a.occurrences + b.occurrences,
    workedLater: a.workedLater && b.workedLater,
    insights: [...a.insights, ...b.insights],
    least: a.least + b.least,
    most: a.most + b.most,
  };
}

function pickShownText(causes: readonly CauseInRun[]): string {
  const [first] = causes;
  const isOne = causes.every(({ shownAs }) => shownAs === first?.shownAs);
  if (first === undefined) return "";
  return isOne || first.kind !== "check" ? first.shownAs : first.target;
}

function sumPoints(met: readonly { readonly run: RunCauses; readonly cause: FixPoints }[], shares: Shares): FixPoints {
  let least = 0;
  let most = 0;
  for (const { run, cause } of met) {
    least += cause.least * shares.of(run);
    most += cause.most * shares.of(run);
  }
  return roundPoints({ least, most });
}

/** Rounding must not make a difference where there is none. */
function roundPoints({ least, most }: FixPoints): FixPoints {
  return { least: round9(least), most: Math.max(round9(least), round9(most)) };
}

function toFixRun({ run, cause }: Meeting): FixRun {
  const { scenarioKey, agentName, trial, runId, status } = run;
  return { scenarioKey, agentName, trial, runId, status, steps: [...cause.steps], ...roundPoints(cause) };
}

function compareFailures(met: ReadonlySet<RunCauses>, runs: readonly RunCauses[]): Fix["failures"] {
  const count = (some: readonly RunCauses[]) => ({
    failed: some.filter(({ status }) => status === "failed").length,
    runs: some.length,
  });
  const affected = count(runs.filter((run) => met.has(run)));
  const others = count(runs.filter((run) => !met.has(run)));
  if (affected.runs === 0 || others.runs === 0) return null;
  return {
    with: affected,
    without: others,
    p: round9(fisherExact(affected.failed, affected.runs, others.failed, others.runs)),
  };
}

function countOrigins(met: readonly Meeting[]): Fix["origin"] {
  const counts = { prompt: 0, output: 0, guessed: 0 };
  for (const { cause } of met) {
    if (cause.origin === null) return null;
    counts[cause.origin] += 1;
  }
  return counts;
}

function isListed({ fix: { runs, points } }: KeyedFix): boolean {
  return runs.length >= leastRuns || points.most >= leastPoints;
}

function compareFixes(a: KeyedFix, b: KeyedFix): number {
  return (
    b.fix.points.most - a.fix.points.most ||
    b.fix.points.least - a.fix.points.least ||
    b.fix.runs.length - a.fix.runs.length ||
    compareTexts(a.key, b.key)
  );
}

/** Hosts, programs, servers and tools, each repaired as a whole. Those without a listed fix are left out. */
function addUpOwners(fixes: readonly Fix[], runs: readonly RunCauses[], shares: Shares): FixOwner[] {
  const owned = new Map<string, { fixes: string[]; met: { run: RunCauses; cause: FixPoints }[] }>();
  for (const { owner, id } of fixes) {
    if (owner === null) continue;
    const known = owned.get(owner);
    if (known === undefined) owned.set(owner, { fixes: [id], met: [] });
    else known.fixes.push(id);
  }
  for (const run of runs) for (const cause of run.owners) owned.get(cause.name)?.met.push({ run, cause });
  return Array.from(owned, ([owner, own]) => describeOwner({ owner, fixes: own.fixes }, own.met, shares)).toSorted(
    (a, b) =>
      b.points.most - a.points.most ||
      b.points.least - a.points.least ||
      b.runs - a.runs ||
      compareTexts(a.owner, b.owner),
  );
}

function describeOwner(
  named: Pick<FixOwner, "owner" | "fixes">,
  met: readonly { readonly run: RunCauses; readonly cause: FixPoints }[],
  shares: Shares,
): FixOwner {
  return {
    owner: named.owner,
    points: sumPoints(met, shares),
    runs: met.length,
    failed: met.filter(({ run }) => run.status === "failed").length,
    fixes: [...named.fixes],
  };
}
