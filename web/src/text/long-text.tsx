/** Text of any length: its start or the search hit, more on demand. */
import { useState } from "preact/hooks";
import { Highlighted } from "./marked.tsx";
import { RestOfText } from "./rest-of-text.tsx";
import { formatCharacters, safe } from "./safe.ts";

const initialLength = 4000;
/** Characters shown before a search hit. */
const charactersBefore = 300;

export function LongText({ text, name, query = "" }: { text: string; name: string; query?: string }) {
  const [length, setLength] = useState(initialLength);
  const from = findPassage(text, query, length);
  return (
    <div class="long-text">
      <pre dir="auto">
        <Highlighted text={safe(text.slice(0, length).toWellFormed())} query={query} />
      </pre>
      <RestOfText {...{ text, name, length, setLength }} />
      {from !== null && (
        <>
          <p class="decided">Found after {formatCharacters(from)}:</p>
          <pre dir="auto">
            <Highlighted text={safe(text.slice(from, from + initialLength).toWellFormed())} query={query} />
          </pre>
        </>
      )}
    </div>
  );
}

/** The start of the passage around the first hit, if the hit is not shown already. */
export function findPassage(text: string, query: string, length: number): number | null {
  if (query === "" || text.length <= length) return null;
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  return at === -1 || at + query.length <= length ? null : Math.max(0, at - charactersBefore);
}
