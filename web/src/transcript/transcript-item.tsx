/** A row of a transcript: its number and time, what was done, and what came of it. */
import { useContext } from "preact/hooks";
import type { Entry } from "../../../src/core/entry.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import type { TranscriptData } from "../data/run-data.ts";
import type { StepLink } from "../router.ts";
import { RunSlotsContext } from "../run/slots.tsx";
import { Highlighted } from "../text/marked.tsx";
import { safe, safeLine } from "../text/safe.ts";
import { longestTitle } from "./call-body.tsx";
import type { ShownCall } from "./describe-call.ts";
import { ItemBody } from "./item-body.tsx";
import type { Nesting } from "./nesting.ts";
import { rowKey, type TranscriptRow } from "./rows.ts";
import { readCall } from "./step-title.ts";

/** What a step met that is worth fixing. */
export interface StepSymptom {
  readonly symptom: string;
  readonly href: string;
}

interface ItemProps {
  readonly row: TranscriptRow;
  readonly data: TranscriptData;
  readonly linkTo: StepLink;
  /** Set if it was taken inside another step. */
  readonly nesting: Nesting | undefined;
  readonly symptom: StepSymptom | undefined;
  readonly isOpen: boolean;
  /** It is the step of the address. */
  readonly isTarget: boolean;
  /** The agent's last words. */
  readonly isAnswer: boolean;
  readonly query: string;
  readonly toggle: (row: TranscriptRow) => void;
}

export function TranscriptItem(props: ItemProps) {
  const { row, data, nesting, isOpen, isTarget, isAnswer, query, toggle } = props;
  const { interaction } = row;
  const entries = row.entries.flatMap((position) => data.entries[position] ?? []);
  const call = readCall({ entryIndices: row.entries }, data.entries);
  const isError = interaction?.hasError ?? entries[0]?.type === "error";
  const isUnnecessary = interaction !== null && data.unnecessary.has(interaction.id);
  const marks = { item: true, open: isOpen, target: isTarget, answer: isAnswer, "is-error": isError };
  return (
    <div class={joinNames(marks)} role="listitem" data-row={rowKey(row)}>
      <ItemMargin {...props} />
      <div class="item-main" style={nesting === undefined ? undefined : { marginInlineStart: `${nesting.depth}em` }}>
        <div class="item-head">
          <span class="item-kind">{describeKind(entries[0], call)}</span>
          <span class="item-text">
            {nesting !== undefined && <small>within #{nesting.parent} </small>}
            {call !== null && <CallTitle call={call} query={query} />}
            {isError && <FailedTag call={call} symptom={props.symptom} />}
            {isUnnecessary && <span class="tag tone-warn">not needed</span>}
          </span>
          <ItemEnd {...{ interaction, isOpen }} onToggle={() => toggle(row)} />
        </div>
        <ItemBody {...{ row, entries, call, data, query, isOpen }} onOpen={() => toggle(row)} />
      </div>
    </div>
  );
}

interface ItemEndProps {
  readonly interaction: TranscriptRow["interaction"];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The right end of a head: what others add, the time, and the button that opens it. */
function ItemEnd({ interaction, isOpen, onToggle }: ItemEndProps) {
  const { step } = useContext(RunSlotsContext);
  return (
    <>
      {interaction !== null && step !== undefined && <span class="item-slot">{step(interaction.id)}</span>}
      <span class="item-time">{formatTime(interaction)}</span>
      <button
        type="button"
        class="item-open"
        aria-expanded={isOpen}
        aria-label={`Details of ${interaction === null ? "this entry" : `#${interaction.id}`}`}
        onClick={onToggle}
      >
        <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      </button>
    </>
  );
}

function joinNames(marks: Readonly<Record<string, boolean>>): string {
  return Object.keys(marks)
    .filter((name) => marks[name])
    .join(" ");
}

function ItemMargin({ row: { interaction }, linkTo, isAnswer }: ItemProps) {
  return (
    <div class="item-margin">
      {interaction !== null && (
        <a class="item-number" href={linkTo(interaction.id)}>
          #{interaction.id}
        </a>
      )}
      {isAnswer && <b>end</b>}
      {interaction?.startMs != null && <small>{formatDuration(interaction.startMs)}</small>}
    </div>
  );
}

function formatTime(interaction: TranscriptRow["interaction"]): string {
  return interaction?.durationMs == null || interaction.kind !== "tool" ? "" : formatDuration(interaction.durationMs);
}

/** As a person would type it: `$ command`, `GET address`, `server.tool(arguments)`. */
function CallTitle({
  call: { kind, title, method, args, status, isFailed, exitCode },
  query,
}: {
  readonly call: ShownCall;
  readonly query: string;
}) {
  const mark = kind === "shell" ? "$ " : method === undefined ? "" : `${method} `;
  const line = kind === "shell" ? (title.trimStart().split("\n", 1)[0] ?? "") : title;
  return (
    <>
      <code dir="auto">
        {mark}
        <span class={args === undefined ? undefined : "tool-name"}>
          <Highlighted text={safeLine(line, longestTitle)} query={query} />
        </span>
        {args !== undefined && (
          <>
            (<Highlighted text={safe(args)} query={query} />)
          </>
        )}
      </code>{" "}
      {status !== undefined && <span class={`tag ${isFailed ? "tone-bad" : "tone-good"}`}>{status}</span>}
      {exitCode === 0 && kind === "shell" && <span class="tag tone-plain">exit code 0</span>}
    </>
  );
}

function FailedTag({ call, symptom }: { readonly call: ShownCall | null; readonly symptom: StepSymptom | undefined }) {
  if (symptom !== undefined)
    return (
      <a class="tag tone-bad" href={symptom.href}>
        failed: {safeLine(symptom.symptom, 80)}
      </a>
    );
  const exit = call?.exitCode === undefined || call.exitCode === 0 ? "" : `, exit code ${call.exitCode}`;
  return <span class="tag tone-bad">failed{exit}</span>;
}

/** Who spoke, or what kind of call it is. */
function describeKind(entry: Entry | undefined, call: ShownCall | null): string {
  if (call !== null) return call.kind;
  if (entry === undefined) return "";
  if (entry.type === "assistant") return entry.thought === true ? "thinks" : "says";
  return entry.type === "user" ? "prompt" : entry.type;
}
