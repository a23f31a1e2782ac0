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

export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, isNumber }, index) => (
          <th scope="col" key={index} class={isNumber ? "number" : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
