/** Text of any length: the beginning at once, more on demand, the whole as a file. */
import { useState } from "preact/hooks";
import { download } from "../parts/download.ts";
import { Marked } from "./marked.tsx";
import { characters, safe } from "./safe.ts";

const first = 4000;
/** What is added at a time, and the most that is ever laid out: browsers grow slow beyond it. */
const more = 50_000;
const most = 500_000;

export function LongText({ text, name, query = "" }: { text: string; name: string; query?: string }) {
  const [length, setLength] = useState(first);
  const rest = text.length - length;
  return (
    <div class="long-text">
      <pre dir="auto">
        <Marked text={safe(text.slice(0, length).toWellFormed())} query={query} />
      </pre>
      {rest > 0 && (
        <p class="more">
          <span>
            {characters(length)} of {characters(text.length)} shown
          </span>
          {length < most && (
            <button type="button" onClick={() => setLength(length + more)}>
              Show more
            </button>
          )}
          <button type="button" onClick={() => download(`${name}.txt`, [text], "text/plain")}>
            Save all of it
          </button>
        </p>
      )}
    </div>
  );
}
