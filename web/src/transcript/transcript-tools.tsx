/** Search and kinds above a transcript. */
import type { TranscriptData } from "../data/run-data.ts";
import { isOfKind, type RowKind, rowKinds } from "./rows.ts";
import type { Search } from "./use-search.ts";

interface ToolsProps {
  readonly data: TranscriptData;
  readonly kind: RowKind;
  readonly setKind: (kind: RowKind) => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly search: Search;
}

export function TranscriptTools({ data, kind, setKind, query, setQuery, search }: ToolsProps) {
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
          <span role="status">{hitsText(search)}</span>
          <button type="button" onClick={() => search.move(-1)} aria-label="Previous place">
            ↑
          </button>
          <button type="submit" aria-label="Next place">
            ↓
          </button>
        </span>
      )}
      <span class="switch" role="group" aria-label="Show">
        {(Object.keys(rowKinds) as RowKind[]).map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {rowKinds[name]} <small>{countOf(data, name)}</small>
          </button>
        ))}
      </span>
    </form>
  );
}

function hitsText({ found, at }: Search): string {
  if (found === null) return "searching";
  return found.length === 0 ? "not found" : `${at + 1} of ${found.length}`;
}

function countOf(data: TranscriptData, kind: RowKind): number {
  return kind === "all" ? data.rows.length : data.rows.reduce((sum, row) => sum + Number(isOfKind(row, kind, data)), 0);
}
