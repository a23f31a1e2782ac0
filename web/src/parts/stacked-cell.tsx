/** A cell with a label: in narrow windows rows become blocks without a head. */
import type { ComponentChildren } from "preact";

interface StackedCellProps {
  /** The title of its column. */
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** For tables with the class `stacks`. */
export function StackedCell({ title, class: own, children }: StackedCellProps) {
  return (
    <td role="cell" data-title={title} class={own}>
      {children}
    </td>
  );
}
