/** The row of filters above the results. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { Choice } from "../parts/choice.tsx";
import { outcomeWords } from "../parts/outcome.tsx";
import { bandName, type Selection } from "./selection.ts";

interface FiltersProps {
  readonly results: readonly PairResult[];
  readonly selection: Selection;
  readonly view: "table" | "matrix";
  readonly choose: (change: Partial<Selection>) => void;
}

export function Filters({ results, selection, view, choose }: FiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label class="grow">
        <span>Find</span>
        <input
          type="search"
          value={selection.text}
          placeholder="scenario, agent or error"
          onInput={(event) => choose({ text: event.currentTarget.value })}
        />
      </label>
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
      <span class="switch" role="group" aria-label="Show as">
        {(["matrix", "table"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={view === name} onClick={() => choose({ view: name })}>
            {name === "matrix" ? "Matrix" : "Table"}
          </button>
        ))}
      </span>
    </form>
  );
}

function outcomeWord(name: string): string {
  return outcomeWords[name as keyof typeof outcomeWords].word;
}

function valuesOf(results: readonly PairResult[], valueOf: (result: PairResult) => string): string[] {
  return [...new Set(results.map(valueOf))].toSorted();
}
