/** The runs of a scenario by agent, as chips; one of them is on the page. */
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { useShortcuts } from "../parts/keys.tsx";
import { StatusMark } from "../parts/status.tsx";
import { safeName } from "../text/safe.ts";

export interface RunChip {
  readonly agent: string;
  /** What tells it from the others of its agent: the trial, or when it ran. */
  readonly label: string;
  readonly href: string;
  /** Null while the run is going. */
  readonly status: RunStatus | null;
  readonly score: number | null;
  readonly isCurrent: boolean;
  /** Null for a run that this page can't compare. */
  readonly compareHref: string | null;
}

/** More would be a table of their own; the home page has it. */
const mostChips = 60;

export function TrialChips({ chips }: { readonly chips: readonly RunChip[] }) {
  const shown = chips.length > mostChips ? chips.slice(0, mostChips) : chips;
  const other = chooseOther(chips);
  useTrialKeys(chips, other);
  if (chips.length < 2) return null;
  const comparable = chips.filter(({ compareHref, isCurrent }) => compareHref !== null && !isCurrent);
  return (
    <nav class="others" aria-label="Other runs of this scenario">
      {groupByAgent(shown).map(([agent, own]) => (
        <span key={agent} class="chip-group">
          <AgentName name={agent} />
          {own.map((chip) => (
            <Chip key={chip.href} chip={chip} />
          ))}
        </span>
      ))}
      {other !== undefined && (
        <a class="chip compare" href={other.compareHref ?? ""}>
          Compare with {nameChip(other, chips)}
          {other.status === null ? "" : `, which ${pastWords[other.status]}`}
        </a>
      )}
      {comparable.length > 1 && (
        <details>
          <summary>Compare with another</summary>
          <ul>
            {comparable.slice(0, mostChips).map((chip) => (
              <li key={chip.href}>
                <a href={chip.compareHref ?? ""}>
                  <span class="sr">Compare with </span>
                  {safeName(chip.agent, 80)}, {nameTrial(chip.label)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

const pastWords: Readonly<Record<RunStatus, string>> = {
  passed: "passed",
  failed: "failed",
  error: "ended with an error",
  "not run": "was not run",
  unscored: "was not scored",
};

function Chip({ chip: { label, href, status, score, isCurrent } }: { readonly chip: RunChip }) {
  return (
    <a class="chip" href={href} aria-current={isCurrent ? "page" : undefined}>
      {label} {status !== null && <StatusMark status={status} />}
      <span class="sr">{status ?? "running"}</span> {score ?? noNumber}
    </a>
  );
}

function groupByAgent(chips: readonly RunChip[]): (readonly [string, readonly RunChip[]])[] {
  const groups = new Map<string, RunChip[]>();
  for (const chip of chips) groups.set(chip.agent, [...(groups.get(chip.agent) ?? []), chip]);
  return [...groups];
}

function nameChip({ agent, label }: RunChip, chips: readonly RunChip[]): string {
  const isOwn = chips.some((chip) => chip.isCurrent && chip.agent === agent);
  return isOwn ? nameTrial(label) : `${safeName(agent, 60)}, ${nameTrial(label)}`;
}

function nameTrial(label: string): string {
  return /^\d+$/.test(label) ? `trial ${label}` : label;
}

/** What there is most to learn from: one that came out the other way, of the same agent if there is one. */
export function chooseOther(chips: readonly RunChip[]): RunChip | undefined {
  const current = chips.find(({ isCurrent }) => isCurrent);
  const others = chips.filter(({ isCurrent, compareHref }) => !isCurrent && compareHref !== null);
  const wanted = current?.status === "passed" ? "failed" : "passed";
  const own = others.filter(({ agent }) => agent === current?.agent);
  return (
    own.find(({ status }) => status === wanted) ?? others.find(({ status }) => status === wanted) ?? own[0] ?? others[0]
  );
}

/** The brackets go from trial to trial, C compares. */
function useTrialKeys(chips: readonly RunChip[], other: RunChip | undefined): void {
  const at = chips.findIndex(({ isCurrent }) => isCurrent);
  const follow = (href: string | null | undefined) => {
    if (href !== null && href !== undefined) location.assign(href);
  };
  useShortcuts([
    { key: "[", label: "Previous trial", run: () => follow(chips[at - 1]?.href) },
    { key: "]", label: "Next trial", run: () => follow(chips[at + 1]?.href) },
    { key: "c", label: "Compare with another trial", run: () => follow(other?.compareHref) },
  ]);
}
