/** The transcript: only visible rows are rendered; with search, filters and links to steps. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TranscriptData } from "../data/run-data.ts";
import { Section } from "../parts/section.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import type { StepLink } from "../router.ts";
import { findNesting } from "./nesting.ts";
import { matchesKind, rowKey, type RowKind, rowKinds, type TranscriptRow } from "./rows.ts";
import { TranscriptItem } from "./transcript-item.tsx";
import { type Search, useSearch } from "./use-search.ts";

/** Events that show that the reader moves on their own. */
const readerEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** `show` returns whether the step is there yet. */
function useStepInView(step: number | null, data: TranscriptData, show: (step: number) => boolean): void {
  const shown = useRef<number | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const ended = new AbortController();
    const release = () => {
      isHeld.current = false;
    };
    for (const move of readerEvents) addEventListener(move, release, { passive: true, signal: ended.signal });
    // Content loaded above would push the step out of view.
    const watcher = new ResizeObserver(() => void (isHeld.current && scrollToTranscript()));
    watcher.observe(document.body);
    return () => {
      watcher.disconnect();
      ended.abort();
    };
  }, []);
  useEffect(() => {
    if (step === null || shown.current === step || !show(step)) return;
    shown.current = step;
    isHeld.current = true;
    scrollToTranscript();
  }, [step, data]);
}

function scrollToTranscript(): void {
  document.getElementById("transcript")?.scrollIntoView();
}

interface TranscriptProps {
  readonly data: TranscriptData;
  readonly linkTo: StepLink;
  /** The step in the address. */
  readonly step: number | null;
}

export function Transcript({ data, linkTo, step }: TranscriptProps) {
  const [kind, setKind] = useState<RowKind>("all");
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<ListHandle>(null);
  const rows = useMemo(
    () => (kind === "all" ? data.rows.slice() : data.rows.filter((row) => matchesKind(row, kind, data))),
    [data, kind],
  );
  const nesting = useMemo(() => findNesting(data.rows, data.entries), [data]);
  const search = useSearch({ rows, entries: data.entries }, query);
  const show = (position: number) => {
    const row = rows[position];
    if (row !== undefined) setOpen((now) => new Set([...now, rowKey(row)]));
    list.current?.scrollToIndex(position, { align: "start" });
  };
  useStepInView(step, data, (wanted) => {
    const position = rows.findIndex(({ interaction }) => interaction?.id === wanted);
    if (position === -1) return false;
    show(position);
    return true;
  });
  useEffect(() => {
    if (search.current !== undefined) show(search.current);
  }, [search.current]);
  const toggle = (row: TranscriptRow) => {
    const place = rowKey(row);
    setOpen((now) => new Set(now.has(place) ? [...now].filter((other) => other !== place) : [...now, place]));
  };
  const { total } = data;
  return (
    <Section id="transcript" title="Transcript" note={describeLength(data)}>
      <TranscriptTools {...{ data, kind, setKind, query, setQuery, search }} />
      {rows.length === 0 ? (
        <p class="notice">{explainNoRows(data)}</p>
      ) : (
        <div class="transcript" role="list" aria-label="Steps of the transcript">
          <VirtualList handle={list} rows={rows} height={listHeight(rows.length, open.size > 0)}>
            {(row) => (
              <TranscriptItem
                key={rowKey(row)}
                {...{ row, data, linkTo, toggle, query: search.query }}
                nesting={nesting.get(rowKey(row))}
                isOpen={open.has(rowKey(row))}
                isTarget={row.interaction !== null && row.interaction.id === step}
              />
            )}
          </VirtualList>
        </div>
      )}
      <p class="print-only">{total} entries; read the transcript on screen.</p>
    </Section>
  );
}

function describeLength({ entries, total, isWhole, isGrowing }: TranscriptData): string {
  if (isGrowing === true) return `${entries.length} entries so far`;
  const all = total === 1 ? "1 entry" : `${total} entries`;
  return isWhole ? all : `loading, ${entries.length} of ${all}`;
}

/** Why there are no rows. */
function explainNoRows({ rows, total, isWhole }: TranscriptData): string {
  if (rows.length > 0) return "No step matches this filter.";
  if (!isWhole) return "Nothing yet.";
  return total === 0 ? "The agent left no transcript." : "The transcript is missing.";
}

/** As high as the closed rows; taller with one open; never higher than the window. */
function listHeight(rows: number, isOpened: boolean): string {
  return isOpened ? "78vh" : `min(${rows} * var(--row-height) + 2px, 78vh)`;
}

/** Search and filters above a transcript. */
interface ToolsProps {
  readonly data: TranscriptData;
  readonly kind: RowKind;
  readonly setKind: (kind: RowKind) => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly search: Search;
}

function TranscriptTools({ data, kind, setKind, query, setQuery, search }: ToolsProps) {
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        search.move(1);
      }}
    >
      <label class="grow">
        <span>Search the transcript</span>
        <input
          type="search"
          value={query}
          placeholder="text, tool, output"
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {query !== "" && (
        <span class="hits">
          <span role="status">{describeHits(search)}</span>
          <button type="button" onClick={() => search.move(-1)} aria-label="Previous match">
            ↑
          </button>
          <button type="submit" aria-label="Next match">
            ↓
          </button>
        </span>
      )}
      <span class="switch" role="group" aria-label="Show">
        {(Object.keys(rowKinds) as RowKind[]).map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {rowKinds[name]} <small>{countRows(data, name)}</small>
          </button>
        ))}
      </span>
    </form>
  );
}

function describeHits({ hits, index }: Search): string {
  if (hits === null) return "searching";
  return hits.length === 0 ? "not found" : `${index + 1} of ${hits.length}`;
}

function countRows(data: TranscriptData, kind: RowKind): number {
  return kind === "all"
    ? data.rows.length
    : data.rows.reduce((sum, row) => sum + Number(matchesKind(row, kind, data)), 0);
}
