/** The keys of the home: from line to line, and from failed run to failed run. */
import { useShortcuts } from "../parts/keys.tsx";

/** Lines of causes and of results. */
const stops = ".fix summary, .scenario-row, .results tbody tr";
const failed = ".trial-marks a:has(.is-failed)";

export function useHomeKeys(): void {
  useShortcuts([
    { key: "j", label: "Next line", run: () => moveFocus(stops, 1) },
    { key: "k", label: "Previous line", run: () => moveFocus(stops, -1) },
    { key: "e", label: "Next failed run", run: () => moveFocus(failed, 1) },
  ]);
}

/** From wherever the focus is, in the order of the page; a line without a link of its own passes the focus to its first one. */
function moveFocus(selector: string, direction: 1 | -1): void {
  const targets = [...document.querySelectorAll<HTMLElement>(`main :is(${selector})`)].filter(isVisible);
  const current = document.activeElement;
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !one.contains(other);
  const from = current === null || current.matches("body, main") ? null : current;
  const next =
    from === null
      ? targets[0]
      : direction === 1
        ? targets.find((target) => isBefore(from, target))
        : targets.findLast((target) => isBefore(target, from) && !target.contains(from));
  if (next === undefined) return;
  const focusable = next.matches("summary, a") ? next : next.querySelector<HTMLElement>("a");
  focusable?.focus();
  focusable?.scrollIntoView({ block: "nearest" });
}

function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
