/** Names to tick, and one to type: a project may have scenarios and agents that never ran. */
import { useRef } from "preact/hooks";
import { safeName } from "../../text/safe.ts";

interface NameBoxesProps {
  readonly legend: string;
  readonly name: string;
  readonly names: readonly string[];
  /** What the field for another name is for. */
  readonly other: string;
}

export function NameBoxes({ legend, name, names, other }: NameBoxesProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const tickAll = (isTicked: boolean) => {
    for (const box of fields.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])
      box.checked = isTicked;
    fields.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <fieldset ref={fields}>
      <legend>{legend}</legend>
      {names.length > 1 && (
        <p class="tick-all">
          <button type="button" class="quiet" onClick={() => tickAll(true)}>
            All {names.length}
          </button>
          <button type="button" class="quiet" onClick={() => tickAll(false)}>
            None
          </button>
        </p>
      )}
      <div class="name-boxes">
        {names.map((each) => (
          <label key={each}>
            <input type="checkbox" name={name} value={each} /> <bdi>{safeName(each, 80)}</bdi>
          </label>
        ))}
        <input name={`${name}-other`} aria-label={`Name of ${other}`} placeholder={other} autocomplete="off" />
      </div>
    </fieldset>
  );
}
