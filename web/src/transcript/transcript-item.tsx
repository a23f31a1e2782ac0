/** A row of a transcript: a summary, and on demand the details. */
import type { Entry } from "../../../src/core/entry.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { TranscriptData } from "../data/run-data.ts";
import type { StepLink } from "../router.ts";
import { Highlighted } from "../text/marked.tsx";
import { safeLine } from "../text/safe.ts";
import { ItemBody } from "./item-body.tsx";
import type { Nesting } from "./nesting.ts";
import type { TranscriptRow } from "./rows.ts";
import { summarize } from "./summary-line.ts";

interface ItemProps {
  readonly row: TranscriptRow;
  readonly data: TranscriptData;
  readonly linkTo: StepLink;
  /** Set if it was taken inside another step. */
  readonly nesting: Nesting | undefined;
  readonly isOpen: boolean;
  readonly isTarget: boolean;
  readonly query: string;
  readonly toggle: (row: TranscriptRow) => void;
}

function ItemText({ nesting, entries, query }: Pick<ItemProps, "nesting" | "query"> & { entries: readonly Entry[] }) {
  return (
    <span class="item-text" style={nesting === undefined ? undefined : { paddingInlineStart: `${nesting.depth}em` }}>
      {nesting !== undefined && <small>within #{nesting.parent} </small>}
      <Highlighted text={safeLine(summarize(entries), 240)} query={query} />
    </span>
  );
}

function classNames(marks: Readonly<Record<string, boolean>>): string {
  return Object.keys(marks)
    .filter((name) => marks[name])
    .join(" ");
}

function formatTime(interaction: TranscriptRow["interaction"]): string {
  return interaction?.durationMs == null ? "" : formatDuration(interaction.durationMs);
}

export function TranscriptItem(props: ItemProps) {
  const { row, data, linkTo, nesting, isOpen, isTarget, query, toggle } = props;
  const { interaction } = row;
  const entries = row.entries.flatMap((position) => data.entries[position] ?? []);
  const isUnnecessary = interaction !== null && data.unnecessary.has(interaction.id);
  const isError = interaction?.hasError ?? entries[0]?.type === "error";
  const marks = { item: true, open: isOpen, target: isTarget, "is-error": isError, "is-unnecessary": isUnnecessary };
  return (
    <div class={classNames(marks)} role="listitem">
      <button type="button" class="item-line" aria-expanded={isOpen} onClick={() => toggle(row)}>
        <span class="item-number">{interaction === null ? "" : `#${interaction.id}`}</span>
        <span class={`item-kind ${kindClass(interaction?.categories[0])}`}>{describeKind(row, entries[0])}</span>
        <ItemText {...{ nesting, entries, query }} />
        {isError && <span class="tag tone-bad">error</span>}
        {isUnnecessary && <span class="tag tone-warn">unnecessary</span>}
        <span class="item-time">{formatTime(interaction)}</span>
      </button>
      {isOpen && (
        <ItemBody {...{ row, entries, data, query }} link={interaction === null ? null : linkTo(interaction.id)} />
      )}
    </div>
  );
}

function kindClass(category: string | undefined): string {
  return category === undefined ? "kind-other" : `kind-${category}`;
}

/** Who spoke, or which category a call has. */
function describeKind({ interaction }: TranscriptRow, entry: Entry | undefined): string {
  if (interaction?.kind === "tool") return interaction.categories.join(" + ") || "tool";
  if (entry === undefined) return "";
  switch (entry.type) {
    case "assistant":
      return entry.thought ? "thought" : "agent";
    case "user":
      return "prompt";
    case "tool_use":
    case "tool_result":
      return "tool";
    default:
      return entry.type;
  }
}
