/** Counts over one run, as its detail file shows them. */
import type { Category } from "../../core/score/category.ts";
import type { Entry } from "../../core/entry.ts";
import type { Interaction, RunStats } from "../../core/interaction.ts";
import type { Json } from "../../core/json.ts";
import { toCall, unknownTool } from "./call.ts";
import { findUrls } from "./classify.ts";
import { elapsedMs, parseTime } from "./timestamps.ts";

/** When a run started and ended, and how long its agent took. */
export interface RunTimes {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly durationMs: number | null;
}

/** Computes the counts of a run. An unknown time is left out. */
export function runStats(
  evidence: { readonly entries: readonly Entry[]; readonly interactions: readonly Interaction[] },
  times: RunTimes,
): RunStats {
  const { entries, interactions } = evidence;
  const within = (category: Category) => interactions.filter(({ categories }) => categories.includes(category)).length;
  const [start, end] = [parseTime(times.startTime), parseTime(times.endTime)];
  const whole = elapsedMs(start, end);
  // Times from another clock or from a replay say nothing about when this process started and ended.
  const part = (ms: number | null) => (ms !== null && whole !== null && ms > whole ? null : ms);
  const startupMs = part(elapsedMs(start, firstTime(entries)));
  const shutdownMs = part(elapsedMs(lastTime(entries), end));
  return {
    totalInteractions: interactions.length,
    byCategory: { environment: within("environment"), service: within("service"), agent: within("agent") },
    totalErrors: interactions.filter(({ hasError }) => hasError).length,
    totalDurationMs: interactions.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
    wallClockMs: times.durationMs,
    ...(startupMs === null ? {} : { startupMs }),
    ...(shutdownMs === null ? {} : { shutdownMs }),
    toolNames: countTools(interactions),
    domains: listDomains(entries, interactions),
  };
}

function firstTime(entries: readonly Entry[]): number | null {
  for (const { timestamp } of entries) {
    const time = parseTime(timestamp);
    if (time !== null) return time;
  }
  return null;
}

function lastTime(entries: readonly Entry[]): number | null {
  const entry = entries.findLast(({ timestamp }) => parseTime(timestamp) !== null);
  return parseTime(entry?.timestamp ?? null);
}

/** Counts tools by name, in code-unit order. */
function countTools(interactions: readonly Interaction[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, toolName } of interactions) {
    if (kind !== "tool") continue;
    const name = toolName ?? unknownTool;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // Not by assignment, because a tool named `__proto__` must stay plain data.
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Lists the hosts in the inputs of service calls. Hosts that only a file or an answer mentions were not called. */
function listDomains(entries: readonly Entry[], interactions: readonly Interaction[]): string[] {
  const hosts = new Set<string>();
  for (const interaction of interactions) {
    const call = interaction.categories.includes("service") ? toCall(interaction, entries) : null;
    if (call === null) continue;
    for (const text of listStrings(call.input)) for (const { host } of findUrls(text)) hosts.add(host);
  }
  hosts.delete("");
  return [...hosts].toSorted();
}

/** Yields every string in a value, without recursion, because an agent may nest it as deep as it likes. */
function* listStrings(value: Json): Generator<string> {
  const pending: (Json | undefined)[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") yield next;
    else if (typeof next === "object" && next !== null) for (const part of Object.values(next)) pending.push(part);
  }
}
