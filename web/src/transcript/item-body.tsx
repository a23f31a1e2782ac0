/** The details of a row: input, output, judgment. */
import { useContext } from "preact/hooks";
import { categories } from "../parts/names.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { TranscriptData } from "../data/run-data.ts";
import { dimensionNames } from "../parts/names.ts";
import { RunSlotsContext } from "../run/slots.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safe } from "../text/safe.ts";
import { formatInput, type TranscriptRow } from "./rows.ts";

interface BodyProps {
  readonly row: TranscriptRow;
  readonly entries: readonly Entry[];
  readonly data: TranscriptData;
  readonly query: string;
  readonly link: string | null;
}

export function ItemBody({ row, entries, data, query, link }: BodyProps) {
  const { step: slot } = useContext(RunSlotsContext);
  return (
    <div class="item-body">
      {entries.map((entry, index) => (
        <EntryBody key={index} entry={entry} query={query} name={`entry-${row.entries[index]}`} />
      ))}
      {row.interaction !== null && slot?.(row.interaction.id)}
      {row.interaction !== null && <Judged id={row.interaction.id} data={data} />}
      {link !== null && (
        <p class="more">
          <a href={link}>Link to this step</a>
        </p>
      )}
    </div>
  );
}

function EntryBody({ entry, name, query }: { entry: Entry; name: string; query: string }) {
  switch (entry.type) {
    case "tool_use":
      return (
        <Labelled label={`Input of ${safe(entry.tool.slice(0, 200))}`} time={entry.timestamp}>
          <LongText text={formatInput(entry.input)} name={name} query={query} />
        </Labelled>
      );
    case "tool_result":
      return (
        <Labelled label={resultLabel(entry)} time={entry.timestamp}>
          <LongText text={entry.output} name={name} query={query} />
        </Labelled>
      );
    case "error":
      return (
        <Labelled label="Error" time={entry.timestamp}>
          <LongText text={entry.message} name={name} query={query} />
        </Labelled>
      );
    default:
      return (
        <Labelled label={entry.type} time={entry.timestamp}>
          <LongText text={entry.text} name={name} query={query} />
        </Labelled>
      );
  }
}

function Labelled({
  label,
  time,
  children,
}: {
  label: string;
  time: string | null;
  children: preact.ComponentChildren;
}) {
  return (
    <div class="labelled">
      <p class="label">
        {label}
        {time !== null && <small>{safe(time.slice(0, 40))}</small>}
      </p>
      {children}
    </div>
  );
}

function resultLabel({ isError, exitCode, httpStatus }: Extract<Entry, { type: "tool_result" }>): string {
  const facts = [
    isError ? "error" : null,
    exitCode === undefined ? null : `exit code ${exitCode}`,
    httpStatus === undefined ? null : `HTTP ${httpStatus}`,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? "Output" : `Output: ${facts.join(", ")}`;
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
          <b>Unnecessary</b> <Passage text={data.unnecessaryWhy} />
        </p>
      )}
    </>
  );
}
