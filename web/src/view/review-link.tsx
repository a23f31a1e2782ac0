/** Leads from the list of reports to the checks of the newest one that wait for a person. */
import { useEffect, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { ListedReport } from "../../../src/report/html/listing-index.ts";

interface ReviewLinkProps {
  readonly newest: ListedReport;
  /** How many checks of a report wait. */
  readonly readWaiting: (reportId: string) => Promise<number>;
}

export function ReviewLink({ newest: { id, state, summary }, readWaiting }: ReviewLinkProps) {
  const [waiting, setWaiting] = useState<number | null>(null);
  useEffect(() => {
    let isWanted = true;
    readWaiting(id).then(
      (count) => void (isWanted && setWaiting(count)),
      // The page that the link opens says what is wrong.
      () => void (isWanted && setWaiting(null)),
    );
    return () => {
      isWanted = false;
    };
  }, [readWaiting, id, state, summary.total]);
  const count = waiting === null ? "" : waiting === 0 ? ": nothing waits" : `: ${describeWaiting(waiting)}`;
  return <a href="/review/">Review{count}</a>;
}

function describeWaiting(count: number): string {
  return `${formatCount(count, "check")} ${count === 1 ? "waits" : "wait"}`;
}
