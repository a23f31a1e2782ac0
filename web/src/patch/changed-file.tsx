/** A file of a diff: name, counts, and on demand its lines. Everything is shown as text. */
import { useState } from "preact/hooks";
import type { PatchLine, PatchSection } from "../../../src/core/patch-text.ts";
import { safe, safeLine } from "../text/safe.ts";

export function ChangedFile({ file, isOpen }: { file: PatchSection; isOpen: boolean }) {
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <li>
      <details open={isOpen} onToggle={(event) => void (event.currentTarget.open && setOpened(true))}>
        <summary>
          <code>{safeLine(file.path, 500)}</code> <Counts file={file} />
        </summary>
        {wasOpened && <Lines file={file} />}
      </details>
    </li>
  );
}

/** What happened to it, and the line counts. */
export function Counts({ file: { what, added, removed, lines } }: { file: PatchSection }) {
  return (
    <small>
      {what !== "changed" && `${what}, `}
      {lines.length === 0 ? "no lines" : `+${added} −${removed}`}
    </small>
  );
}

const linesAtOnce = 500;

/** Shows the first lines; more on demand. */
export function Lines({ file: { path, facts, lines } }: { file: PatchSection }) {
  const [shown, setShown] = useState(linesAtOnce);
  const rest = lines.length - shown;
  return (
    <>
      {facts.map((fact, index) => (
        <p class="notice" key={index}>
          {safeLine(fact, 500)}
        </p>
      ))}
      {lines.length > 0 && (
        <pre class="diff" aria-label={`Changes of ${safeLine(path, 200)}`} role="group">
          {lines.slice(0, shown).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </pre>
      )}
      {rest > 0 && (
        <p class="more">
          <span>
            {shown} of {lines.length} lines shown
          </span>
          <button type="button" onClick={() => setShown(shown + 4 * linesAtOnce)}>
            Show more lines
          </button>
        </p>
      )}
    </>
  );
}

const signs: Readonly<Record<PatchLine["kind"], string>> = { added: "+", removed: "-", kept: " ", hunk: "", note: "" };
const tags = { added: "ins", removed: "del", kept: "span", hunk: "span", note: "span" } as const;
/** Longer lines are cut; the saved file has everything. */
const maxCharacters = 2_000;

function Line({ line: { kind, text, before, after } }: { line: PatchLine }) {
  const Tag = tags[kind];
  const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters).toWellFormed()}…` : text;
  return (
    <Tag class={`line ${kind}`} data-line={after ?? before ?? ""}>
      {`${signs[kind]}${safe(cut)}\n`}
    </Tag>
  );
}
