/** The parts of a line about a cause: what to fix, how many runs met it, and whose. The report and the dashboard share them. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Fix } from "../../../src/core/report/fix.ts";
import { safeLine, safeName } from "../text/safe.ts";
import { AgentMark } from "./agent-look.tsx";

/** Checks and endings are sentences; everything else names something that can be copied. */
export function FixTitle({ fix }: { readonly fix: Pick<Fix, "title" | "target" | "targetType"> }) {
  const { title, target, targetType } = fix;
  const isName = targetType !== "check" && targetType !== "ending" && title.startsWith(target);
  if (!isName) return <bdi class="fix-title">{safeLine(title, 240)}</bdi>;
  return (
    <bdi class="fix-title">
      <code>{safeName(target, 120)}</code>
      {safeRest(title.slice(target.length))}
    </bdi>
  );
}

function safeRest(text: string): string {
  return ` ${safeLine(text, 200)}`;
}

interface FixFactsProps {
  readonly runs: number;
  readonly scenarios: number;
  readonly failed: number;
  /** Runs in which a later call to the same target worked. */
  readonly workedLater?: number;
}

/** `32 runs · 8 scenarios · 11 of them failed` */
export function FixFacts({ runs, scenarios, failed, workedLater = 0 }: FixFactsProps) {
  const later = workedLater === 0 ? "" : ` · worked later in ${workedLater === runs ? "all" : workedLater} of them`;
  return (
    <small class="fix-facts">
      {formatCount(runs, "run")} · {formatCount(scenarios, "scenario")}
      {failed > 0 && (
        <>
          {" · "}
          <span class="is-failed">{failed === runs ? "all" : failed} of them failed</span>
        </>
      )}
      {later}
    </small>
  );
}

interface RunsByAgentProps {
  /** All agents, in the order of the columns. */
  readonly agents: readonly string[];
  readonly runs: readonly { readonly agentName: string }[];
}

/** How many runs of each agent met it; a dash for none. */
export function RunsByAgent({ agents, runs }: RunsByAgentProps) {
  return (
    <ul class="runs-by-agent">
      {agents.map((name) => {
        const count = runs.filter(({ agentName }) => agentName === name).length;
        return (
          <li key={name} class={count === 0 ? "absent" : undefined} title={safeName(name, 80)}>
            <AgentMark name={name} />
            <span class="sr">{safeName(name, 80)}: </span>
            {count === 0 ? "–" : count}
          </li>
        );
      })}
    </ul>
  );
}
