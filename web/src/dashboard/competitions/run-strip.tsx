/** How far a competition is, as a tag and as a bar. */
import { VerdictTag } from "../../parts/page-head.tsx";
import type { CompetitionEntry } from "../api/answers.ts";
import { describeState } from "./competition-words.ts";

export function StateTag({ competition }: { readonly competition: CompetitionEntry }) {
  const { word } = describeState(competition);
  return word === "running" ? <span class="running-tag">running</span> : <VerdictTag word={word} />;
}

/** What passed, what ended otherwise, what runs and what waits; the counts are written next to it. */
export function RunStrip({ runs: { planned, finished, running, passed } }: Pick<CompetitionEntry, "runs">) {
  const parts = [
    ["is-passed", passed],
    ["is-failed", finished - passed],
    ["at-running", running],
    ["at-pending", planned - finished - running],
  ] as const;
  return (
    <span class="status-bar" aria-hidden="true">
      {parts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <i key={name} class={name} style={{ flexGrow: count }} />
        ))}
    </span>
  );
}
