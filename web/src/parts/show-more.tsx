/** A long list that starts short and grows on demand. */
import { useState } from "preact/hooks";

/** The number of rows to show, and a button that shows as many more (false once all are shown). */
export function useShowMore(total: number, step: number, noun = "") {
  const [count, setCount] = useState(step);
  const button = total > count && (
    <p class="more">
      <button type="button" onClick={() => setCount(count + step)}>
        Show {Math.min(step, total - count)} more of {total} {noun}
      </button>
    </p>
  );
  return [count, button] as const;
}
