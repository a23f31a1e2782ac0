/** One of a few values, chosen from a list, with its label. */

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChoose: (value: Value) => void;
}

export function Select<Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
