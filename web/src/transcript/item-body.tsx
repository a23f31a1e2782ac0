/** The body of a row: what was said, or the call with what came back; opened, also the judgment. */
import type { Entry } from "../../../src/core/entry.ts";
import type { TranscriptData } from "../data/run-data.ts";
import { categories, dimensionNames } from "../parts/names.ts";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safe } from "../text/safe.ts";
import { CallBody } from "./call-body.tsx";
import type { ShownCall } from "./describe-call.ts";
import { FoldedText } from "./folded-text.tsx";
import { rowKey, type TranscriptRow } from "./rows.ts";

interface BodyProps {
  readonly row: TranscriptRow;
  readonly entries: readonly Entry[];
  /** Null for what is no call. */
  readonly call: ShownCall | null;
  readonly data: TranscriptData;
  readonly query: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

export function ItemBody({ row, entries, call, data, query, isOpen, onOpen }: BodyProps) {
  const name = `step-${row.interaction?.id ?? rowKey(row)}`;
  return (
    <div class="item-body of-step">
      {call === null ? (
        entries.map((entry, index) => <Said key={index} {...{ entry, query, isOpen, onOpen }} name={name} />)
      ) : (
        <CallBody {...{ call, name, query, isOpen, onOpen }} />
      )}
      {isOpen && row.interaction !== null && <Judged id={row.interaction.id} data={data} />}
      {isOpen && <Times entries={entries} />}
    </div>
  );
}

interface SaidProps extends Pick<BodyProps, "query" | "isOpen" | "onOpen"> {
  readonly entry: Entry;
  readonly name: string;
}

function Said({ entry, ...fold }: SaidProps) {
  if (entry.type === "tool_use" || entry.type === "tool_result") return null;
  if (entry.type === "error") return <LongText text={entry.message} name={fold.name} query={fold.query} />;
  const isThought = entry.type === "assistant" && entry.thought === true;
  return (
    <div class={`said by-${entry.type} ${isThought ? "thought" : ""}`}>
      <FoldedText {...fold} text={entry.text} isMarkdown={entry.type !== "system"} />
    </div>
  );
}

/** When its entries were written. */
function Times({ entries }: { readonly entries: readonly Entry[] }) {
  const times = entries.flatMap(({ timestamp }) => (timestamp === null ? [] : [safe(timestamp.slice(0, 40))]));
  return times.length === 0 ? null : <p class="decided">{times.join(" to ")}</p>;
}

/** What each dimension's judge said about an interaction. */
function Judged({ id, data }: { id: number; data: TranscriptData }) {
  const found = categories.flatMap((category) => {
    const audit = data.audits[category].get(id);
    return audit === undefined ? [] : [{ category, audit }];
  });
  return (
    <>
      {found.map(({ category, audit }) => (
        <p class="judged" key={category}>
          <b>{dimensionNames.find((dimension) => dimension.id === category)?.name}</b> success {audit.success}, speed{" "}
          {audit.speed}
          {audit.weight !== null && `, context weight ${audit.weight}`}
          {audit.contextRelevance !== null && `, relevance ${audit.contextRelevance}`}:{" "}
          <Passage text={audit.rationale} />
        </p>
      ))}
      {data.unnecessary.has(id) && (
        <p class="judged">
          <b>Not needed</b> <Passage text={data.unnecessaryWhy} />
        </p>
      )}
    </>
  );
}
