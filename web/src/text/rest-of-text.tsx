/** The controls of a shortened text: its length, more of it, all of it as a file. */
import { download } from "../parts/download.ts";
import { formatCharacters } from "./safe.ts";

/** Characters added per click, and the most ever shown: browsers become slow beyond that. */
const charactersPerClick = 50_000;
const maxCharacters = 500_000;

interface RestProps {
  readonly text: string;
  /** The name of the saved file. */
  readonly name: string;
  /** Characters shown. */
  readonly length: number;
  readonly setLength: (length: number) => void;
}

/** Nothing if all of it is shown. */
export function RestOfText({ text, name, length, setLength }: RestProps) {
  if (text.length <= length) return null;
  return (
    <span class="more">
      <span>
        {formatCharacters(length)} of {formatCharacters(text.length)} shown
      </span>
      {length < maxCharacters && (
        <button type="button" onClick={() => setLength(length + charactersPerClick)}>
          Show more
        </button>
      )}
      <button type="button" onClick={() => download(`${name}.txt`, [text], "text/plain")}>
        Save as file
      </button>
    </span>
  );
}
