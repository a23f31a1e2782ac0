/** Choosing two runs of the list to set them side by side. */
import { useState } from "preact/hooks";
import type { RunChoice } from "./run-row.tsx";

/** Null while it is off; of more than two, the last two count. */
export function useRunChoice(): readonly [RunChoice | null, (isOn: boolean) => void] {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const toggle = (id: string) =>
    setIds((now) => now && (now.includes(id) ? now.filter((each) => each !== id) : [...now, id].slice(-2)));
  return [ids === null ? null : { ids, toggle }, (isOn) => setIds(isOn ? [] : null)];
}

interface ComparisonBarProps {
  readonly choice: RunChoice | null;
  readonly linkOf: (a: string, b: string) => string;
  readonly onEnd: () => void;
}

/** Says how many are still to be chosen, then leads there. */
export function ComparisonBar({ choice, linkOf, onEnd }: ComparisonBarProps) {
  if (choice === null) return null;
  const [a, b] = choice.ids;
  return (
    <div class="comparison-bar" role="status">
      {a !== undefined && b !== undefined ? (
        <a href={linkOf(a, b)}>Compare the two runs</a>
      ) : (
        <span>{a === undefined ? "Choose two runs" : "Choose one more run"}</span>
      )}
      <button type="button" onClick={onEnd}>
        Cancel
      </button>
    </div>
  );
}
