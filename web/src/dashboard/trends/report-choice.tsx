/** The reports of the points that were selected in a chart, and how to compare them. */
import { quoteShellWord } from "../../../../src/core/shell-word.ts";
import { formatDay } from "../../parts/moment.ts";
import { safeLine } from "../../text/safe.ts";

export interface ChosenReport {
  readonly id: string;
  readonly at: number;
}

interface ReportChoiceProps {
  readonly chosen: readonly ChosenReport[];
  readonly reportLink: (reportId: string) => string;
  readonly compareLink: (before: string, after: string) => string;
  readonly onEnd: () => void;
}

export function ReportChoice({ chosen, reportLink, compareLink, onEnd }: ReportChoiceProps) {
  const [older, newer] = chosen.toSorted((one, other) => one.at - other.at);
  if (older === undefined) return null;
  const link = ({ id, at }: ChosenReport) => (
    <>
      <a href={reportLink(id)}>{safeLine(id, 80)}</a> ({formatDay(at)})
    </>
  );
  return (
    <div class="report-choice" role="status">
      {newer === undefined ? (
        <p>Report {link(older)} is selected. Select another point to compare it.</p>
      ) : (
        <p>
          Reports {link(older)} and {link(newer)}. <a href={compareLink(older.id, newer.id)}>Compare them</a>, or run{" "}
          <code>{`axis compare ${quoteShellWord(older.id)} ${quoteShellWord(newer.id)}`}</code>
        </p>
      )}
      <button type="button" onClick={onEnd}>
        Select none
      </button>
    </div>
  );
}
