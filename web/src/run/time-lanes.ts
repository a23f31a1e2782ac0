/** Computes the lanes of a run's time: while the model worked, and each call by what it used. */
import type { Interaction, RunStats } from "../../../src/core/interaction.ts";
import type { AgentTurn, GateExecution } from "../../../src/core/scenario/gate.ts";

export type LaneName = "Model" | "Environment" | "Service" | "Agent tools" | "Gates";

export interface TimeBlock {
  readonly startMs: number;
  readonly durationMs: number;
  /** The step, or null for the model and gates. */
  readonly interaction: Interaction | null;
  readonly label: string;
  readonly isFailed: boolean;
}

export interface TimeLane {
  readonly name: LaneName;
  readonly durationMs: number;
  readonly blocks: readonly TimeBlock[];
}

export interface TimeLanes {
  readonly lanes: readonly TimeLane[];
  readonly endMs: number;
  /** Calls whose duration nobody recorded. */
  readonly unknown: number;
}

interface Times {
  readonly interactions: readonly Interaction[];
  readonly stats: RunStats;
  readonly gates?: readonly GateExecution[] | undefined;
  readonly turns?: readonly AgentTurn[] | undefined;
}

/** A call with two categories counts as service, because the network is the slower part. */
export function chooseLane({ categories }: Pick<Interaction, "categories">): LaneName {
  if (categories.includes("service")) return "Service";
  return categories.includes("environment") ? "Environment" : "Agent tools";
}

/** Null if no time is known. */
export function computeTimeLanes({ interactions, stats, gates = [], turns = [] }: Times): TimeLanes | null {
  const calls = interactions.filter(({ kind }) => kind === "tool");
  const timed = calls.filter(({ startMs }) => startMs !== null);
  const blocks = timed.map((interaction): TimeBlock & { readonly lane: LaneName } => ({
    lane: chooseLane(interaction),
    startMs: interaction.startMs ?? 0,
    durationMs: interaction.durationMs ?? 0,
    interaction,
    label: "",
    isFailed: interaction.hasError,
  }));
  const agentEndMs = Math.max(stats.wallClockMs ?? 0, ...blocks.map(findEnd));
  const model = stats.wallClockMs === null && blocks.length === 0 ? [] : listGaps(blocks, agentEndMs);
  const checked = placeGates(gates, turns, agentEndMs);
  const endMs = Math.max(agentEndMs, ...checked.map(findEnd));
  if (endMs <= 0) return null;
  const own = (name: LaneName) => blocks.filter(({ lane }) => lane === name);
  const lanes = [
    makeLane("Model", model),
    makeLane("Environment", own("Environment")),
    makeLane("Service", own("Service")),
    makeLane("Agent tools", own("Agent tools")),
    makeLane("Gates", checked),
  ].filter((lane) => lane.blocks.length > 0);
  return { lanes, endMs, unknown: calls.filter(({ durationMs }) => durationMs === null).length };
}

function findEnd({ startMs, durationMs }: TimeBlock): number {
  return startMs + durationMs;
}

function makeLane(name: LaneName, blocks: readonly TimeBlock[]): TimeLane {
  return { name, blocks, durationMs: blocks.reduce((total, { durationMs }) => total + durationMs, 0) };
}

/** The time in which no call is open. */
function listGaps(blocks: readonly TimeBlock[], endMs: number): TimeBlock[] {
  const gaps: TimeBlock[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to > from) gaps.push({ startMs: from, durationMs: to - from, interaction: null, label: "", isFailed: false });
  };
  for (const block of blocks.toSorted((a, b) => a.startMs - b.startMs)) {
    close(block.startMs);
    from = Math.max(from, findEnd(block));
  }
  close(endMs);
  return gaps;
}

/** Gates record no start: they follow each other after the turn that they check. */
function placeGates(gates: readonly GateExecution[], turns: readonly AgentTurn[], agentEndMs: number): TimeBlock[] {
  const isSplit = turns.length > 1 && turns.every(({ durationMs }) => durationMs !== null);
  let at = isSplit ? 0 : agentEndMs;
  let turn = -1;
  return gates.map((gate) => {
    if (isSplit) for (; turn < gate.turn; turn += 1) at += turns[turn + 1]?.durationMs ?? 0;
    const block = {
      startMs: at,
      durationMs: gate.wall_ms,
      interaction: null,
      label: gate.gate,
      isFailed: !gate.passed,
    };
    at += gate.wall_ms;
    return block;
  });
}

/** One block per visible position: the longest that starts there. */
export function thinOut(blocks: readonly TimeBlock[], endMs: number, places: number): TimeBlock[] {
  const kept = new Map<string, TimeBlock>();
  for (const block of blocks) {
    const place = `${Math.floor((block.startMs / endMs) * places)} ${block.isFailed}`;
    if ((kept.get(place)?.durationMs ?? -1) < block.durationMs) kept.set(place, block);
  }
  return [...kept.values()];
}
