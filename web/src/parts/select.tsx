/** One of a few values, chosen from a list. */

interface OptionsProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChoose: (value: Value) => void;
}

/** With its label. */
export function Select<Value extends string>({ label, ...list }: OptionsProps<Value> & { readonly label: string }) {
  return (
    <label class="choice">
      <span>{label}</span>
      <SelectList {...list} />
    </label>
  );
}

export function SelectList<Value extends string>({ value, options, onChoose }: OptionsProps<Value>) {
  return (
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
