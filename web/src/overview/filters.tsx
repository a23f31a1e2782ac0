/** The row of filters above the results. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { Choice } from "../parts/choice.tsx";
import { FilterForm } from "../parts/filter-form.tsx";
import { outcomeWords } from "../parts/outcome.tsx";
import { Switch } from "../parts/switch.tsx";
import { bandName, type Selection } from "./selection.ts";

interface FiltersProps {
  readonly results: readonly PairResult[];
  readonly selection: Selection;
  readonly view: "table" | "matrix";
  readonly choose: (change: Partial<Selection>) => void;
}

const views = [
  ["matrix", "Matrix"],
  ["table", "Table"],
] as const;

export function Filters({ results, selection, view, choose }: FiltersProps) {
  return (
    <FilterForm text={selection.text} among="scenario, agent or error" onFind={(text) => choose({ text })}>
      <Choice
        name="Agent"
        value={selection.agent}
        options={valuesOf(results, ({ agentName }) => agentName)}
        onChoose={(agent) => choose({ agent })}
      />
      <Choice
        name="Outcome"
        value={selection.outcome}
        options={valuesOf(results, ({ outcomeClass }) => outcomeClass)}
        words={outcomeWord}
        onChoose={(outcome) => choose({ outcome })}
      />
      <Choice
        name="Band"
        value={selection.band}
        options={valuesOf(results, bandName)}
        words={(band) => (band === "none" ? "no number" : band)}
        onChoose={(band) => choose({ band })}
      />
      <Switch label="Show as" quiet value={view} options={views} onChoose={(name) => choose({ view: name })} />
    </FilterForm>
  );
}

function outcomeWord(name: string): string {
  return outcomeWords[name as keyof typeof outcomeWords].word;
}

function valuesOf(results: readonly PairResult[], valueOf: (result: PairResult) => string): string[] {
  return [...new Set(results.map(valueOf))].toSorted();
}
