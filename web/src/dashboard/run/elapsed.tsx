/** How long something has been going on, by the clock of the reader. */
import { useEffect, useState } from "preact/hooks";
import { formatDuration } from "../../../../src/report/text/format.ts";

export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = now - Date.parse(since);
  // Two clocks need not agree.
  return <>{formatDuration(Math.max(0, Math.round(elapsedMs / 1_000) * 1_000))}</>;
}
