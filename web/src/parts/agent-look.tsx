/** The color and shape of each agent. They follow its first appearance in the report or project, whatever the filters. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { safeName } from "../text/safe.ts";

export interface AgentLook {
  /** From 1; a class `agent-tone-1` sets its color. */
  readonly tone: number;
  /** An SVG path around 0,0 that fits into a circle of radius 6. */
  readonly shape: string;
}

/** Ten shapes for four colors: no two of the first twenty agents look alike. */
const shapes = [
  "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
  "M-4.5,-4.5h9v9h-9Z",
  "M0,-5.5L5.5,4.5H-5.5Z",
  "M0,-6L5.5,0L0,6L-5.5,0Z",
  "M0,5.5L5.5,-4.5H-5.5Z",
  "M-2,-5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5Z",
  "M5.5,0L-4.5,5.5V-5.5Z",
  "M-5.5,0L4.5,5.5V-5.5Z",
  "M-3,-5.5H3L6,0L3,5.5H-3L-6,0Z",
  "M-6,-2.5h12v5h-12Z",
] as const;

const tones = 4;

/** Gives every agent its look, in the order of the names. */
export function assignLooks(names: Iterable<string>): ReadonlyMap<string, AgentLook> {
  const looks = new Map<string, AgentLook>();
  for (const name of names)
    if (!looks.has(name))
      looks.set(name, { tone: (looks.size % tones) + 1, shape: shapes[looks.size % shapes.length] ?? shapes[0] });
  return looks;
}

/** Set once per page, from all agents that the page knows. */
export const AgentLooks = createContext<ReadonlyMap<string, AgentLook>>(new Map());

const unknownLook: AgentLook = { tone: 0, shape: shapes[0] };

export function useAgentLook(name: string): AgentLook {
  return useContext(AgentLooks).get(name) ?? unknownLook;
}

/** The mark of an agent next to its name or a number; hidden from screen readers, which read the name. */
export function AgentMark({ name }: { readonly name: string }) {
  const { tone, shape } = useAgentLook(name);
  return (
    <svg class={`agent-mark agent-tone-${tone}`} viewBox="-7 -7 14 14" width="12" height="12" aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

/** An agent's mark and name. */
export function AgentName({ name }: { readonly name: string }) {
  return (
    <span class="agent-name">
      <AgentMark name={name} />
      <bdi>{safeName(name, 80)}</bdi>
    </span>
  );
}

interface AgentPointProps {
  readonly name: string;
  /** A number in the chart's units, or a percentage of its width. */
  readonly x: number | string;
  readonly y: number;
  readonly scale?: number;
  /** Only the outline: a value from before. */
  readonly isHollow?: boolean;
  /** Replaces the agent's color. */
  readonly tone?: string | undefined;
}

/** The mark of an agent as a point of a chart. */
export function AgentPoint({ name, x, y, scale = 1, isHollow = false, tone }: AgentPointProps) {
  const look = useAgentLook(name);
  return (
    <svg x={x} y={y} overflow="visible" class={tone ?? `agent-tone-${look.tone}`}>
      <path class={isHollow ? "agent-point hollow" : "agent-point"} d={look.shape} transform={`scale(${scale})`} />
    </svg>
  );
}
