/** The head of a table: its titles, those of numbers over the right edge of their column. */

export interface Column {
  readonly title: string;
  readonly isNumber: boolean;
}

/** Columns of words. */
export function words(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, isNumber: false }));
}

/** Columns of numbers. */
export function numbers(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title, isNumber: true }));
}

/** Roles are said, since a browser may forget them where a narrow window shows rows as blocks. */
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
