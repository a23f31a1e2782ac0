/** The transcript: what the agent said and did, with search, filters, keys and an address for every step. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { TranscriptData } from "../data/run-data.ts";
import { FindField } from "../parts/keys.tsx";
import { Section } from "../parts/section.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import type { StepLink } from "../router.ts";
import { findNesting } from "./nesting.ts";
import { matchesKind, rowKey, type RowKind, rowKinds, type TranscriptRow } from "./rows.ts";
import { StepList } from "./step-list.tsx";
import { type StepSymptom, TranscriptItem } from "./transcript-item.tsx";
import { type Search, useSearch } from "./use-search.ts";
import { useStepInView, useStepKeys } from "./use-step-place.ts";

/** Longer transcripts are rendered only where one looks. */
const wholeUpTo = 300;

interface TranscriptProps {
  readonly data: TranscriptData;
  readonly linkTo: StepLink;
  /** The step in the address. */
  readonly step: number | null;
  /** By step: what it met that is worth fixing. */
  readonly symptoms?: ReadonlyMap<number, StepSymptom>;
}

const noSymptoms: ReadonlyMap<number, StepSymptom> = new Map();

export function Transcript({ data, linkTo, step, symptoms = noSymptoms }: TranscriptProps) {
  const [kind, setKind] = useState<RowKind>("all");
  const [query, setQuery] = useState("");
  const list = useRef<ListHandle>(null);
  const rows = useMemo(
    () => (kind === "all" ? data.rows.slice() : data.rows.filter((row) => matchesKind(row, kind, data))),
    [data, kind],
  );
  const nesting = useMemo(() => findNesting(data.rows, data.entries), [data]);
  const search = useSearch({ rows, entries: data.entries }, query);
  const opened = useOpened();
  const answer = findAnswer(data);
  const scrollTo = (position: number) => list.current?.scrollToIndex(position);
  const show = (position: number) => {
    rows.slice(position, position + 1).forEach(opened.open);
    scrollTo(position);
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
  useStepKeys({ rows, isFailed: (row) => matchesKind(row, "failed", data), show: scrollTo, toggle: opened.toggle });
  return (
    <Section
      id="transcript"
      title="Transcript"
      note={describeLength(data)}
      actions={<TranscriptTools {...{ data, kind, setKind, query, setQuery, search, opened }} />}
    >
      {rows.length === 0 ? (
        <p class="notice">{explainNoRows(data)}</p>
      ) : (
        <div class="transcript-columns">
          <div class="transcript" role="list" aria-label="Steps of the transcript">
            <VirtualList handle={list} rows={rows} wholeUpTo={wholeUpTo}>
              {(row) => (
                <TranscriptItem
                  key={rowKey(row)}
                  {...{ row, data, linkTo, query: search.query, toggle: opened.toggle }}
                  nesting={nesting.get(rowKey(row))}
                  symptom={row.interaction === null ? undefined : symptoms.get(row.interaction.id)}
                  isOpen={opened.isOpen(row)}
                  isTarget={row.interaction !== null && row.interaction.id === step}
                  isAnswer={row === answer}
                />
              )}
            </VirtualList>
          </div>
          <StepList rows={rows} data={data} linkTo={linkTo} />
        </div>
      )}
      <p class="print-only">{formatCount(data.rows.length, "step")}; read the transcript on screen.</p>
    </Section>
  );
}

interface Opened {
  readonly isAll: boolean;
  readonly isOpen: (row: TranscriptRow) => boolean;
  readonly open: (row: TranscriptRow) => void;
  readonly toggle: (row: TranscriptRow) => void;
  readonly toggleAll: () => void;
}

/** Which rows are open: none or all of them, but for those that were toggled. */
function useOpened(): Opened {
  const [{ isAll, toggled }, set] = useState({ isAll: false, toggled: new Set<number>() as ReadonlySet<number> });
  const isOpen = (row: TranscriptRow) => isAll !== toggled.has(rowKey(row));
  const toggle = (row: TranscriptRow) =>
    set((now) => {
      const next = new Set(now.toggled);
      if (!next.delete(rowKey(row))) next.add(rowKey(row));
      return { ...now, toggled: next };
    });
  return {
    isAll,
    isOpen,
    toggle,
    open: (row) => void (isOpen(row) || toggle(row)),
    toggleAll: () => set({ isAll: !isAll, toggled: new Set() }),
  };
}

/** The row of the agent's last words, once the run is over. */
function findAnswer({ rows, entries, isGrowing }: TranscriptData): TranscriptRow | undefined {
  const last = rows.at(-1);
  const entry = last === undefined || isGrowing === true ? undefined : entries[rowKey(last)];
  return entry?.type === "assistant" && entry.thought !== true ? last : undefined;
}

function describeLength({ rows, entries, total, isWhole, isGrowing }: TranscriptData): string {
  const steps = formatCount(rows.length, "step");
  if (isGrowing === true) return `${steps} so far`;
  return isWhole ? steps : `loading, ${entries.length} of ${formatCount(total, "record")}`;
}

/** Why there are no rows. */
function explainNoRows({ rows, total, isWhole }: TranscriptData): string {
  if (rows.length > 0) return "No step matches this filter.";
  if (!isWhole) return "Nothing yet.";
  return total === 0 ? "The agent left no transcript." : "The transcript is missing.";
}

/** Filters and search, which stay at the top while the transcript scrolls. */
interface ToolsProps {
  readonly data: TranscriptData;
  readonly kind: RowKind;
  readonly setKind: (kind: RowKind) => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly search: Search;
  readonly opened: Opened;
}

function TranscriptTools({ data, kind, setKind, query, setQuery, search, opened }: ToolsProps) {
  return (
    <>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          search.move(1);
        }}
      >
        <FindField text={query} label="Find in this run" onFind={setQuery} />
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
      </form>
      <span class="switch" role="group" aria-label="Show">
        {(Object.keys(rowKinds) as RowKind[]).map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {rowKinds[name]} <small>{countRows(data, name)}</small>
          </button>
        ))}
      </span>
      <button type="button" class="quiet" aria-pressed={opened.isAll} onClick={opened.toggleAll}>
        {opened.isAll ? "Close all" : "Open all"}
      </button>
    </>
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
