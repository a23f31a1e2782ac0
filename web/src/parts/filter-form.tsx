/** The filters above a list: a search field, then choices. */
import type { ComponentChildren } from "preact";

interface FilterFormProps {
  readonly text: string;
  /** What the search covers, shown while the field is empty. */
  readonly among: string;
  readonly onFind: (text: string) => void;
  readonly children: ComponentChildren;
}

export function FilterForm({ text, among, onFind, children }: FilterFormProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label class="grow">
        <span>Find</span>
        <input type="search" value={text} placeholder={among} onInput={(event) => onFind(event.currentTarget.value)} />
      </label>
      {children}
    </form>
  );
}
