/** The filters above the runs. They are in the address, so that a filtered list can be shared. */
import { useId, useState } from "preact/hooks";
import { SelectList } from "../../parts/select.tsx";
import { safeName } from "../../text/safe.ts";
import type { QueryChanges } from "../view-route.ts";
import { listActiveFilters, type RunFilter, runFilters, runSorts, parseSort } from "./run-filters.ts";

interface FilterBarProps {
  readonly query: URLSearchParams;
  /** The options by the name of the filter. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly change: (changes: QueryChanges) => void;
}

export function FilterBar({ query, known, change }: FilterBarProps) {
  const isRareSet = listActiveFilters(query).some(({ isRare }) => isRare);
  const [isOpen, setOpen] = useState(isRareSet);
  const shown = runFilters.filter(({ isRare }) => !isRare || isOpen);
  return (
    <form class="filters run-filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {shown.map((filter) => (
        <Field
          key={filter.name}
          filter={filter}
          value={query.get(filter.name) ?? ""}
          known={known[filter.name] ?? []}
          onChoose={(value) => change({ [filter.name]: value || null })}
        />
      ))}
      <label>
        <span>Order</span>
        <select
          value={parseSort(query)}
          onChange={({ currentTarget: { value } }) => change({ sort: value === "newest" ? null : value })}
        >
          {runSorts.map(([sort, words]) => (
            <option key={sort} value={sort}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <span class="filter-buttons">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Fewer filters" : "More filters"}
        </button>
        {listActiveFilters(query).length > 0 && (
          <button type="button" onClick={() => change(noFilters)}>
            Clear
          </button>
        )}
      </span>
    </form>
  );
}

/** Removes every filter from the address. */
export const noFilters: QueryChanges = Object.fromEntries(runFilters.map(({ name }) => [name, null]));

interface FieldProps {
  readonly filter: RunFilter;
  readonly value: string;
  readonly known: readonly string[];
  readonly onChoose: (value: string) => void;
}

function Field({ filter, ...props }: FieldProps) {
  return (
    <label class={filter.name === "scenario" ? "grow" : undefined}>
      <span>{filter.label}</span>
      {filter.kind === "choice" ? (
        <Choices {...props} known={filter.options} />
      ) : filter.kind === "name" && filter.known !== undefined ? (
        <Choices {...props} />
      ) : (
        <TextField {...props} filter={filter} />
      )}
    </label>
  );
}

/** An address may name an unknown value. */
function Choices({ value, known, onChoose }: Omit<FieldProps, "filter">) {
  const options = value === "" || known.includes(value) ? known : [value, ...known];
  const all = [["", "all"], ...options.map((option) => [option, safeName(option, 60)] as const)] as const;
  return <SelectList value={value} options={all} onChoose={onChoose} />;
}

/** What each type of field accepts; an address may contain anything. */
const formats = { date: /^\d{4}-\d\d-\d\d$/, number: /^\d{1,3}$/, search: /^/ } as const;

/** Applies each keystroke; answers for older text are dropped. */
function TextField({ filter, value, known, onChoose }: FieldProps) {
  const list = useId();
  const type = filter.kind === "day" ? "date" : filter.kind === "points" ? "number" : "search";
  return (
    <>
      <input
        type={type}
        value={formats[type].test(value) ? value : ""}
        {...(type === "number" && { min: 0, max: 100, step: 1 })}
        {...(known.length > 0 && { list })}
        onInput={(event) => onChoose(event.currentTarget.value)}
      />
      {known.length > 0 && (
        <datalist id={list}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
