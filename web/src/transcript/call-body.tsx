/** What a call did and what came back: changes as a diff, JSON in lines, colors of terminals left out. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import { Counts, Lines } from "../patch/changed-file.tsx";
import { safeLine } from "../text/safe.ts";
import type { ShownCall } from "./describe-call.ts";
import { FoldedText } from "./folded-text.tsx";
import { formatInput } from "./rows.ts";

interface CallBodyProps {
  readonly call: ShownCall;
  readonly name: string;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Files of one call; what the run changed as a whole is listed below. */
const filesShown = 100;

/** Kinds whose output says nothing that the head does not say, as long as they worked. */
const quietKinds: ReadonlySet<string> = new Set(["read", "write", "edit", "delete"]);

export function CallBody({ call, ...fold }: CallBodyProps) {
  const { kind, changes = [], input } = call;
  const showsInput = input !== null && (fold.isOpen || kind === "tool" || kind === "mcp");
  return (
    <>
      {kind === "shell" && <CommandRest call={call} {...fold} />}
      {showsInput && <FoldedText {...fold} name={`${fold.name}-input`} text={formatInput(input)} />}
      {changes.slice(0, filesShown).map((file, index) => (
        <Change key={index} file={file} {...fold} />
      ))}
      {changes.length > filesShown && (
        <p class="decided">and {formatCount(changes.length - filesShown, "more file")}</p>
      )}
      <Output call={call} {...fold} />
    </>
  );
}

function Output({ call: { kind, output, exitCode, isFailed }, ...fold }: CallBodyProps) {
  const isQuiet = quietKinds.has(kind) && !isFailed;
  if (isQuiet && kind !== "read" && !fold.isOpen) return null;
  if (output === null || output === "")
    return fold.isOpen ? <p class="decided">{output === null ? "Nothing came back." : "No output."}</p> : null;
  return (
    <div class={isFailed ? "output failed" : "output"}>
      <FoldedText
        {...fold}
        text={tidyOutput(output)}
        isHidden={isQuiet}
        isMarkdown={kind === "fetch" && isProse(output)}
        note={exitCode === undefined ? "" : `exit code ${exitCode}`}
      />
    </div>
  );
}

/** A script of several lines stands below its first one. */
function CommandRest({ call, isOpen, onOpen }: Pick<CallBodyProps, "call" | "isOpen" | "onOpen">) {
  const command = call.title.trim();
  if (!command.includes("\n") && command.length <= longestTitle) return null;
  return <FoldedText text={command} name="command" query="" isHidden={!isOpen} {...{ isOpen, onOpen }} />;
}

/** Longer titles are cut; the whole stands below. */
export const longestTitle = 300;

const linesShown = 14;

function Change({ file, isOpen, onOpen }: Pick<CallBodyProps, "isOpen" | "onOpen"> & { readonly file: PatchSection }) {
  const rest = isOpen || file.lines.length <= linesShown + 2 ? 0 : file.lines.length - linesShown;
  const shown = rest === 0 ? file : { ...file, lines: file.lines.slice(0, linesShown) };
  return (
    <div class="call-change">
      <p>
        <code>{safeLine(file.path, 300)}</code> <Counts file={file} />
      </p>
      <Lines file={shown} />
      {rest > 0 && (
        <button type="button" class="unfold" onClick={onOpen}>
          <span aria-hidden="true">▸ </span>
          {rest} more lines
        </button>
      )}
    </div>
  );
}

/** JSON longer than this is shown as it came. */
const longestJson = 200_000;

/** JSON in lines; without the colors of terminals, which carry no words. */
function tidyOutput(output: string): string {
  const text = output.includes("\u001B[") ? output.replaceAll(/\u001B\[[\d;]*m/g, "") : output;
  if (!/^\s*[[{]/.test(text) || text.length > longestJson) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // It only begins like JSON.
  }
}

/** Whether it may be Markdown: neither HTML nor JSON. */
function isProse(text: string): boolean {
  return !/^\s*[<[{]/.test(text);
}
