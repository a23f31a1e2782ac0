/** A few options, all visible. */

interface SwitchProps<Word extends string> {
  readonly label: string;
  readonly value: Word;
  readonly options: readonly (readonly [Word, string])[];
  readonly onChoose: (value: Word) => void;
  /** Shows the label to screen readers only. */
  readonly quiet?: boolean;
}

export function Switch<Word extends string>({ label, value, options, onChoose, quiet = false }: SwitchProps<Word>) {
  return (
    <div class="labelled-switch" role="group" aria-label={label}>
      {!quiet && <span aria-hidden="true">{label}</span>}
      <span class="switch">
        {options.map(([word, shown]) => (
          <button key={word} type="button" aria-pressed={value === word} onClick={() => onChoose(word)}>
            {shown}
          </button>
        ))}
      </span>
    </div>
  );
}
