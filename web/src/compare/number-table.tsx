/** Numbers of two runs with their difference; equal ones are grayed out. */
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";

export interface ComparedNumber {
  readonly name: string;
  /** 1 for a part of the number above it. */
  readonly depth: 0 | 1;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly isSame: boolean;
}

const columns = [...textColumns("Measure"), ...numberColumns("Before", "After", "Difference")];

export function NumberTable({ rows }: { rows: readonly ComparedNumber[] }) {
  return (
    <Section id="numbers" title="Numbers">
      <ScrollTable label="Numbers of both runs" class="numbers" columns={columns}>
        {rows.map(({ name, depth, before, after, difference, isSame }, index) => (
          <tr key={index} class={isSame ? "same" : "changed"}>
            <th scope="row" class={`depth-${depth}`}>
              {name}
            </th>
            <td class="number">{before}</td>
            <td class="number">{after}</td>
            <td class="number">{difference}</td>
          </tr>
        ))}
      </ScrollTable>
    </Section>
  );
}

/** A difference with its sign, in the unit of the number. */
export function formatSigned(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change));
  if (change === 0 || /^0(?:\.0+)?$/.test(size)) return "0";
  return `${change < 0 ? "−" : "+"}${size}`;
}
