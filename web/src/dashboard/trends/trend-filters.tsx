/** The row of choices above the trends. */
import { Choice } from "../../parts/choice.tsx";
import { Switch } from "../../parts/switch.tsx";
import { periods, periodWords } from "../parts/period.ts";
import { type Names, withChosen } from "../parts/use-names.ts";
import type { QueryChanges } from "../view-route.ts";
import type { TrendChoice } from "./trend-choice.ts";

interface TrendFiltersProps {
  readonly choice: TrendChoice;
  readonly names: Names | null;
  readonly change: (changes: QueryChanges) => void;
}

const bucketWords = [
  ["run", "Run"],
  ["day", "Day"],
  ["week", "Week"],
] as const;

const groupingWords = [
  ["agent", "Agent"],
  ["scenario", "Scenario"],
  ["none", "All"],
] as const;

export function TrendFilters({ choice, names, change }: TrendFiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="Agent"
        value={choice.agent}
        options={withChosen(names?.agents, choice.agent)}
        onChoose={(agent) => change({ agent })}
      />
      <Choice
        name="Scenario"
        value={choice.scenario}
        options={withChosen(names?.scenarios, choice.scenario)}
        onChoose={(scenario) => change({ scenario })}
      />
      <Choice
        name="Time"
        value={choice.days}
        options={periods}
        words={periodWords}
        onChoose={(days) => change({ days })}
      />
      <Switch
        label="A point for each"
        value={choice.bucket}
        options={bucketWords}
        onChoose={(bucket) => change({ bucket: bucket === "day" ? null : bucket })}
      />
      <Switch
        label="A line for each"
        value={choice.by}
        options={groupingWords}
        onChoose={(by) => change({ by: by === "agent" ? null : by })}
      />
    </form>
  );
}
