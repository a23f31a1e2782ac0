/** Tables with a head; wide ones scroll sideways in their own region. */
import type { ComponentChildren } from "preact";

export interface Column {
  readonly title: string;
  /** Numbers are aligned at the right edge of their column. */
  readonly isNumber: boolean;
}

export function textColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, isNumber: false }));
}

export function numberColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, isNumber: true }));
}

interface ScrollTableProps {
  readonly label: string;
  readonly class?: string;
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ComponentChildren;
}

export function ScrollTable({ label, class: name, columns, children }: ScrollTableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table role="table" class={name}>
        <ColumnHeads columns={columns} />
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

/** Roles are explicit, because browsers may drop them when a narrow window shows rows as blocks. */
export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, isNumber }, index) => (
          <th role="columnheader" scope="col" key={index} class={isNumber ? "number" : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
