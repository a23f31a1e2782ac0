/** A filter with a fixed set of values. */
import { safeName } from "../text/safe.ts";

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly words?: (value: string) => string;
  /** What the empty value means. */
  readonly none?: string;
  readonly onChoose: (value: string) => void;
}

/** Nothing if there is nothing to choose. */
export function Choice({ name, ...select }: ChoiceProps) {
  if (select.options.length < 2 && select.value === "") return null;
  return (
    <label class="choice">
      <span>{name}</span>
      <ChoiceSelect {...select} />
    </label>
  );
}

type ChoiceSelectProps = Omit<ChoiceProps, "name">;

export function ChoiceSelect({
  value,
  options,
  words = (text) => safeName(text, 60),
  none = "all",
  onChoose,
}: ChoiceSelectProps) {
  return (
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </select>
  );
}
