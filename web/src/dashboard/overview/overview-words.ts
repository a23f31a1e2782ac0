/** The sentences of the overview: what the last report says, and what changed since. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatDelta, formatScore } from "../../../../src/report/text/format.ts";
import { joinNames } from "../../../../src/report/text/format-standings.ts";
import { formatDay, formatDayTime } from "../../parts/moment.ts";
import { safeLine, safeName } from "../../text/safe.ts";
import type { Fixes, Overview } from "../api/answers.ts";
import { readOutcome } from "../reports/report-words.ts";

type Last = NonNullable<Overview["last"]>;
type Change = NonNullable<Overview["change"]>;
type Fix = Fixes["data"][number];

const dayMs = 86_400_000;
/** Up to as many days is "in a week". */
const weekDays = { least: 6, most: 9 } as const;
/** A change with a smaller p is more than chance explains. */
const alpha = 0.05;
/** More names than this are counted. */
const mostNamed = 2;

/** `in a week`, `since 12 Nov`, or `since 09:02` of the same day. */
function describePeriod(last: Pick<Last, "created_at">, change: Pick<Change, "at">): string {
  const [then, now] = [new Date(change.at), new Date(last.created_at)];
  const days = (now.getTime() - then.getTime()) / dayMs;
  if (days >= weekDays.least && days <= weekDays.most) return "in a week";
  const isSameDay = then.toDateString() === now.toDateString();
  return `since ${isSameDay ? formatDayTime(change.at, then).replace(/^.*, /, "") : formatDay(then.getTime())}`;
}

/** The heading: who changed with proof and who leads now, else what the report itself says. */
export function describeWeek(last: Last, change: Change | null): string {
  if (change === null) return `${safeLine(readOutcome(last).sentence ?? "The last report has no verdict", 200)}.`;
  const period = describePeriod(last, change);
  const moved = [
    ...describeMoved(change, { word: "REGRESSED", verb: "regressed" }),
    ...describeMoved(change, { word: "IMPROVED", verb: "improved" }),
  ];
  const leader = last.agents[0]?.name;
  // A report of some of the agents has no say in who leads.
  const isAlike = JSON.stringify(namesOf(last.agents)) === JSON.stringify(change.agents_before.toSorted());
  const isNew = leader !== undefined && isAlike && leader !== change.leader_before;
  const leads = isNew ? [`${safeName(leader, 60)} now leads.`] : [];
  if (moved.length > 0) return [`${joinNames(moved)} ${period}.`, ...leads].join(" ");
  return [`No agent changed ${period} by more than chance explains.`, ...leads].join(" ");
}

function namesOf(agents: Last["agents"]): string[] {
  return agents.map(({ name }) => name).toSorted();
}

function describeMoved({ agents }: Change, { word, verb }: { readonly word: string; readonly verb: string }): string[] {
  const moved = agents.filter(({ verdict }) => verdict === word);
  if (moved.length > mostNamed) return [`${moved.length} agents ${verb}`];
  return moved.map(({ agent, estimate }) => {
    const by = estimate === null ? "" : ` by ${formatScore(Math.abs(roundTenths(estimate)))} points`;
    return `${safeName(agent, 60)} ${verb}${by}`;
  });
}

/** The sentence of the verdict if the heading has another, the most expensive cause, and what is running. */
export function describeLead(overview: Overview, fixes: Fixes | null): string {
  const { last, change, running } = overview;
  const first = fixes?.data.find(({ area }) => area !== "work") ?? fixes?.data[0];
  const sentence = last && readOutcome(last).sentence;
  const parts = [
    ...(sentence !== null && change !== null ? [`${safeLine(sentence, 200)}.`] : []),
    ...(first === undefined ? [] : [describeFirstFix(first, fixes)]),
    ...(running.length === 0
      ? []
      : [running.length === 1 ? "A report is running." : `${running.length} reports are running.`]),
  ];
  return parts.join(" ");
}

function describeFirstFix(fix: Fix, fixes: Fixes | null): string {
  const when = describeHistory(fix.history, fixes?.reports ?? []);
  const since = when.startsWith("since") || when.startsWith("more") ? `, ${when}` : "";
  return `${safeLine(fix.title, 160)}${since}: met in ${formatCount(fix.runs, "run")}.`;
}

/** How a cause came up: `since 12 Nov`, `more since 12 Nov`, `as always`, or nothing if there is no history. */
export function describeHistory(history: readonly number[], reports: Fixes["reports"]): string {
  if (history.length < 2) return "";
  const shares = history.map((runs, at) => runs / Math.max(1, reports[at]?.runs ?? 1));
  const now = shares.at(-1) ?? 0;
  const started = shares.findLastIndex((share) => share === 0) + 1;
  if (started > 0) return `since ${dayOf(reports[started])}`;
  const lower = shares.findLastIndex((share) => share * 2 <= now) + 1;
  return lower > 0 ? `more since ${dayOf(reports[lower])}` : "as always";
}

function dayOf(report: Fixes["reports"][number] | undefined): string {
  return report === undefined ? "then" : formatDay(Date.parse(report.at));
}

/** `−1.3 in a week: may be chance`; null if nothing can be compared. */
export function describeDelta(last: Last, change: Change | null): { text: string; tone: string } | null {
  if (change === null || change.delta === null) return null;
  const isProven = change.p !== null && change.p < alpha;
  const tone = !isProven ? "" : change.delta < 0 ? "is-failed" : "is-passed";
  const proof = isProven ? "" : ": may be chance";
  return { text: `${formatDelta(roundTenths(change.delta))} ${describePeriod(last, change)}${proof}`, tone };
}

function roundTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
