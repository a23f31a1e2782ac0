/** What follows a text of which only the beginning is shown: how much there is, more of it, the whole as a file. */
import { download } from "../parts/download.ts";
import { characters } from "./safe.ts";

/** What is added at a time, and the most that is ever laid out: browsers grow slow beyond it. */
const more = 50_000;
const most = 500_000;

interface RestProps {
  readonly text: string;
  /** Of the file it is saved as. */
  readonly name: string;
  /** Characters that are shown. */
  readonly length: number;
  readonly setLength: (length: number) => void;
}

/** Nothing where all is shown. */
export function RestOfText({ text, name, length, setLength }: RestProps) {
  if (text.length <= length) return null;
  return (
    <span class="more">
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
    </span>
  );
}
