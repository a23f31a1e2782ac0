/** The steps beside a transcript: those around the one in view, as links, and the keys. */
import { useEffect, useState } from "preact/hooks";
import type { TranscriptData } from "../data/run-data.ts";
import type { StepLink } from "../router.ts";
import { safeLine } from "../text/safe.ts";
import { rowKey, type TranscriptRow } from "./rows.ts";
import { titleStep } from "./step-title.ts";

/** Steps listed at once: what fits into most windows. */
const most = 24;

interface StepListProps {
  readonly rows: readonly TranscriptRow[];
  readonly data: TranscriptData;
  readonly linkTo: StepLink;
}

export function StepList({ rows, data, linkTo }: StepListProps) {
  const current = useRowInView();
  const at = Math.max(
    0,
    rows.findIndex((row) => rowKey(row) === current),
  );
  const from = Math.max(0, Math.min(at - most / 3, rows.length - most));
  const start = Math.floor(from);
  return (
    <nav class="step-list" aria-label="Steps">
      <p class="label">Steps</p>
      <ol>
        {rows.slice(start, start + most).map((row) => (
          <StepLine key={rowKey(row)} row={row} data={data} linkTo={linkTo} isCurrent={rowKey(row) === current} />
        ))}
      </ol>
      {rows.length > start + most && <p class="decided">and {rows.length - start - most} more below</p>}
      <p class="label">Keys</p>
      <p class="key-list">
        <kbd>J</kbd> <kbd>K</kbd> step, <kbd>E</kbd> next failed, <kbd>Enter</kbd> open, <kbd>/</kbd> find, <kbd>[</kbd>{" "}
        <kbd>]</kbd> trial, <kbd>?</kbd> all
      </p>
    </nav>
  );
}

interface StepLineProps extends Omit<StepListProps, "rows"> {
  readonly row: TranscriptRow;
  readonly isCurrent: boolean;
}

function StepLine({ row, data, linkTo, isCurrent }: StepLineProps) {
  const { interaction } = row;
  const title = safeLine(titleStep({ entryIndices: row.entries }, data.entries), 60);
  const isFailed = interaction?.hasError ?? false;
  const tone = isFailed ? "tone-bad" : interaction !== null && data.unnecessary.has(interaction.id) ? "tone-warn" : "";
  return (
    <li class={tone} aria-current={isCurrent ? "true" : undefined}>
      <span class="step-number">{interaction === null ? "" : `#${interaction.id}`}</span>
      {interaction === null ? <span>{title}</span> : <a href={linkTo(interaction.id)}>{title}</a>}
      {isFailed && (
        <span class="step-mark">
          <span aria-hidden="true">✕</span>
          <span class="sr">failed</span>
        </span>
      )}
    </li>
  );
}

/** Where a reader looks: below the tools that stay at the top. */
const readingLine = 140;

/** The key of the row at the reading line. */
function useRowInView(): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    let isWaiting = false;
    const look = () => {
      isWaiting = false;
      const list = document.querySelector(".transcript")?.getBoundingClientRect();
      if (list === undefined) return;
      const item = document.elementFromPoint(list.left + 20, Math.max(list.top + 10, readingLine))?.closest(".item");
      const key = item?.getAttribute("data-row");
      if (key !== null && key !== undefined) setCurrent(Number(key));
    };
    const scroll = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", scroll, { passive: true });
    return () => removeEventListener("scroll", scroll);
  }, []);
  return current;
}
