/** The transcript: rows that are laid out only where one looks, with search, kinds and a place for every step. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RunData } from "../data/run-data.ts";
import { Section } from "../parts/section.tsx";
import { type ListHandle, VirtualList } from "../parts/virtual-list.tsx";
import type { RunAddress } from "../router.ts";
import { isOfKind, type RowKind, type TranscriptRow } from "./rows.ts";
import { TranscriptItem } from "./transcript-item.tsx";
import { TranscriptTools } from "./transcript-tools.tsx";
import { useSearch } from "./use-search.ts";

interface TranscriptProps {
  readonly data: RunData;
  readonly address: RunAddress;
  /** The interaction that the address names. */
  readonly step: number | null;
}

export function Transcript({ data, address, step }: TranscriptProps) {
  const [kind, setKind] = useState<RowKind>("all");
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<ReadonlySet<TranscriptRow>>(new Set());
  const list = useRef<ListHandle>(null);
  const rows = useMemo(
    () => (kind === "all" ? data.rows.slice() : data.rows.filter((row) => isOfKind(row, kind, data))),
    [data, kind],
  );
  const search = useSearch({ rows, entries: data.entries }, query);
  const show = (position: number) => {
    const row = rows[position];
    if (row !== undefined) setOpen((now) => new Set([...now, row]));
    list.current?.scrollToIndex(position, { align: "start" });
  };
  useEffect(() => {
    if (step === null) return;
    const position = rows.findIndex(({ interaction }) => interaction?.id === step);
    if (position === -1) return;
    show(position);
    document.getElementById("transcript")?.scrollIntoView();
  }, [step, data.isWhole]);
  useEffect(() => {
    if (search.current !== undefined) show(search.current);
  }, [search.current]);
  const toggle = (row: TranscriptRow) =>
    setOpen((now) => (now.has(row) ? new Set([...now].filter((other) => other !== row)) : new Set([...now, row])));
  const total = data.block.lists.entries.length;
  return (
    <Section
      id="transcript"
      title="Transcript"
      note={data.isWhole ? `${total} entries` : `reading, ${data.entries.length} of ${total} entries`}
    >
      <TranscriptTools {...{ data, kind, setKind, query, setQuery, search }} />
      {rows.length === 0 ? (
        <p class="notice">{total === 0 ? "The agent left no transcript." : "There is nothing of this kind."}</p>
      ) : (
        <div class="transcript" role="list" aria-label="Steps of the transcript">
          <VirtualList handle={list} rows={rows} height={listHeight(rows.length, open.size > 0)}>
            {(row) => (
              <TranscriptItem
                key={row.entries[0]}
                {...{ row, data, address, toggle, query: search.query }}
                isOpen={open.has(row)}
                isTarget={row.interaction !== null && row.interaction.id === step}
              />
            )}
          </VirtualList>
        </div>
      )}
      <p class="print-only">The transcript is read on the screen: {total} entries.</p>
    </Section>
  );
}

/** As high as closed rows need; with one open as high as is comfortable; never higher than the window. */
function listHeight(rows: number, isOpened: boolean): string {
  return isOpened ? "78vh" : `min(${rows * 2.4 + 1}rem, 78vh)`;
}
