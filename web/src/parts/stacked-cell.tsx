/** A cell that carries its title with it: in a narrow window a row is a block, and there is no head above it. */
import type { ComponentChildren } from "preact";

interface StackedCellProps {
  /** Of its column. */
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** For tables of the class `stacks`, whose rows have the role of one. */
export function StackedCell({ title, class: own, children }: StackedCellProps) {
  return (
    <td role="cell" data-title={title} class={own}>
      {children}
    </td>
  );
}
