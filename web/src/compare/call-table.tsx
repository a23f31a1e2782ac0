/** The calls of two runs in two columns: hatched where only the other run has a call. */
import { formatDuration } from "../../../src/report/text/format.ts";
import type { RunData } from "../data/run-data.ts";
import { useShowMore } from "../parts/show-more.tsx";
import { spellStep } from "../transcript/step-title.ts";
import { safeLine } from "../text/safe.ts";
import type { CallRow, ComparedCall } from "./call-pairs.ts";
import type { ComparedRun } from "./runs-compared.tsx";

interface CallTableProps {
  readonly rows: readonly CallRow[];
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Whether both diffs have the file that a call writes. */
  readonly hasDiff: (path: string) => boolean;
  readonly openDiff: (path: string) => void;
}

const rowsAtOnce = 300;

export function CallTable({ rows, before, after, hasDiff, openDiff }: CallTableProps) {
  const [count, more] = useShowMore(rows.length, rowsAtOnce, "calls");
  return (
    <>
      <ul class="aligned" aria-label="Calls of both runs">
        {rows.slice(0, count).map((row, index) => {
          const path = row.kind === "content" ? (row.after?.path ?? null) : null;
          const onDiff = path !== null && hasDiff(path) ? () => openDiff(path) : undefined;
          return (
            <li key={index} class={`aligned-row ${rowClasses[row.kind]}`}>
              <CallField call={row.before} run={before} row={row} side="before" onDiff={onDiff} />
              <CallField call={row.after} run={after} row={row} side="after" onDiff={onDiff} />
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}

const rowClasses: Readonly<Record<CallRow["kind"], string>> = {
  same: "both",
  content: "both differs",
  outcome: "both differs",
  before: "removed",
  after: "added",
};

interface CallFieldProps {
  readonly call: ComparedCall | null;
  readonly run: ComparedRun;
  readonly row: CallRow;
  readonly side: "before" | "after";
  readonly onDiff: (() => void) | undefined;
}

function CallField({ call, run: { data, linkTo }, row, side, onDiff }: CallFieldProps) {
  if (call === null) return <span class="call empty" aria-hidden="true" />;
  const { interaction, failure } = call;
  const isUnnecessary = data.unnecessary.has(interaction.id);
  const note = row.kind === "content" ? "other content" : row.kind === "outcome" ? "other outcome" : "";
  const tone = failure !== "" ? "call-failed" : isUnnecessary || note !== "" ? "call-warn" : "";
  return (
    <span class={`call ${tone}`}>
      <span class="side">{row.kind === side ? `only ${side}` : side}</span>
      <a href={linkTo(interaction.id)}>#{interaction.id}</a>
      <code class="call-text">{describeCall(call, data)}</code>
      {failure !== "" && <b class="tag tone-bad">{failure}</b>}
      {isUnnecessary && <span class="tag tone-warn">not needed</span>}
      {note !== "" && <CallNote note={note} onDiff={onDiff} />}
      <span class="item-time">{interaction.durationMs === null ? "" : formatDuration(interaction.durationMs)}</span>
    </span>
  );
}

function describeCall({ interaction }: ComparedCall, { entries }: RunData): string {
  return safeLine(spellStep(interaction, entries), 200);
}

function CallNote({ note, onDiff }: { readonly note: string; readonly onDiff: (() => void) | undefined }) {
  if (onDiff === undefined) return <small>{note}</small>;
  return (
    <button type="button" class="quiet" onClick={onDiff}>
      {note}: see the diff
    </button>
  );
}
