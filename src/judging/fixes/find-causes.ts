/** Finds what cost a run its points: calls that failed, were slow, needless or too large, checks, and a bad ending. */
import type { FixKind, FixPoints } from "../../core/report/fix.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import { isCounted } from "../../core/report/run-status.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { SignalName } from "../../core/score/axis-result.ts";
import { formula } from "../../core/score/axis-result.ts";
import { describeFailedChecks, describeEnding, type Shortfall } from "./goal-causes.ts";
import { type Occurrence, listOccurrences, type StepCalls, readCalls } from "./occurrences.ts";
import { describeCall, describeOutput } from "./evidence.ts";
import { KnownAddresses } from "./origin.ts";
import { listInsights } from "./insights.ts";
import { type CallRepair, RepairableRun, type Repair } from "./repaired-result.ts";
import { type CauseInRun, type CausesTogether, nameHostGroup, type RunCauses } from "./run-causes.ts";

/** At most so many steps are kept of a cause. */
const keptSteps = 10;

const repairs: Readonly<Record<Exclude<FixKind, "check" | "ending">, CallRepair>> = {
  "call-failed": ["success", "necessity"],
  "call-slow": ["speed"],
  "not-needed": ["relevance", "necessity"],
  "too-large": ["weight"],
} satisfies Record<string, readonly SignalName[]>;

/** The causes of a stored run; null if it says nothing: it is not counted, or it was never scored by these formulas. */
export function findCauses(detail: RunDetail): RunCauses | null {
  const { score } = detail;
  if (score === undefined || score.formula !== formula) return null;
  const { status } = readStatus(detail);
  const hasResult = score.axisScore !== null;
  if (!isCounted(status) && !(status === "unscored" && hasResult)) return null;
  const run = new RepairableRun(score, detail.interactions);
  const calls = readCalls(detail);
  const groups = groupOccurrences(listOccurrences(detail, calls));
  const scene: Scene = { detail, calls, run, readAddresses: once(() => new KnownAddresses(detail)) };
  const found = groups.map((group) => describeGroup(group, scene));
  const kept = found.filter(({ isWorkInProgress }) => !isWorkInProgress);
  const shortfalls = [...describeFailedChecks(detail), ...describeEnding(detail)];
  return {
    scenarioKey: detail.scenarioKey,
    agentName: detail.agentName,
    trial: detail.trial,
    runId: detail.runId,
    status,
    hasResult,
    isInProgress: kept.length < found.length,
    causes: [...kept.map(({ cause }) => cause), ...shortfalls.map((shortfall) => toCause(shortfall, run))],
    owners: repairTogether(kept, run, { by: ({ owner }) => owner }),
    hosts: repairTogether(kept, run, {
      by: (cause) => (cause.targetType === "url" ? nameHostGroup(cause) : null),
      fromMembers: 2,
    }),
  };
}

/** Most runs need no addresses, and to read them takes a while. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

interface Scene {
  readonly detail: RunDetail;
  readonly calls: StepCalls;
  readonly run: RepairableRun;
  readonly readAddresses: () => KnownAddresses;
}

interface FoundCause {
  readonly cause: CauseInRun;
  readonly repair: ReadonlyMap<number, CallRepair>;
  readonly canMeetGoal: boolean;
  readonly isWorkInProgress: boolean;
}

function groupOccurrences(occurrences: readonly Occurrence[]): Occurrence[][] {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const { kind, target, symptom } = occurrence;
    const key = `${kind}\n${target.name}\n${symptom.text}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [occurrence]);
    else group.push(occurrence);
  }
  return [...groups.values()];
}

function describeGroup(group: readonly Occurrence[], scene: Scene): FoundCause {
  const { detail, calls, run } = scene;
  const first = group[0]!;
  const { kind, target, symptom } = first;
  const ids = group.map(({ id }) => id);
  const repair = new Map(ids.map((id) => [id, repairs[kind]]));
  const workedLater = calls.hasWorkedAfter(target.name, ids.at(-1) ?? 0);
  const canMeetGoal = kind === "call-failed" && readStatus(detail).status === "failed" && !workedLater;
  const cause: CauseInRun = {
    kind,
    target: target.name,
    targetType: target.type,
    owner: target.owner,
    symptom: symptom.text,
    shownAs: target.name,
    status: symptom.status,
    exitCode: symptom.exitCode,
    grade: null,
    steps: ids.slice(0, keptSteps),
    occurrences: ids.length,
    workedLater,
    evidence: { step: first.id, call: describeCall(first, detail), output: describeOutput(first) },
    origin: kind === "call-failed" ? findOrigin(first, scene) : null,
    insights: listInsights(detail, ids),
    ...measureGain(run, { calls: repair }, canMeetGoal),
  };
  return { cause, repair, canMeetGoal, isWorkInProgress: kind === "call-failed" && target.isTest && workedLater };
}

function findOrigin({ target, interaction }: Occurrence, { readAddresses }: Scene): CauseInRun["origin"] {
  const [before = 0] = interaction.entryIndices;
  return target.address === null ? null : readAddresses().findOrigin(target.address, before);
}

/** `most` assumes that the run would have met its goal, too. */
function measureGain(run: RepairableRun, repair: Repair, canMeetGoal: boolean): FixPoints {
  const least = run.gain(repair);
  return { least, most: canMeetGoal ? Math.max(least, run.gain({ ...repair, goal: true })) : least };
}

function toCause({ repair, ...shortfall }: Shortfall, run: RepairableRun): CauseInRun {
  return { ...shortfall, ...measureGain(run, repair, false) };
}

/** Repairs the causes with the same name together: they are not the sum of their parts. */
function repairTogether(
  found: readonly FoundCause[],
  run: RepairableRun,
  { by, fromMembers = 1 }: { readonly by: (cause: CauseInRun) => string | null; readonly fromMembers?: number },
): CausesTogether[] {
  const groups = new Map<string, FoundCause[]>();
  for (const each of found) {
    const name = by(each.cause);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [each]);
    else group.push(each);
  }
  const large = [...groups].filter(([, group]) => group.length >= fromMembers);
  return large.map(([name, group]) => ({ name, ...measureTogether(group, run) }));
}

function measureTogether(group: readonly FoundCause[], run: RepairableRun): FixPoints {
  const [first] = group;
  if (group.length === 1 && first !== undefined) return { least: first.cause.least, most: first.cause.most };
  const calls = joinRepairs(group.map(({ repair }) => repair));
  return measureGain(
    run,
    { calls },
    group.some(({ canMeetGoal }) => canMeetGoal),
  );
}

function joinRepairs(repaired: readonly ReadonlyMap<number, CallRepair>[]): Map<number, CallRepair> {
  const joined = new Map<number, CallRepair>();
  for (const each of repaired)
    for (const [id, names] of each) joined.set(id, [...new Set([...(joined.get(id) ?? []), ...names])]);
  return joined;
}
