/** The line on top: what this is about, and the way back. */
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { safeLine } from "../text/safe.ts";
import { LiveMark, type LiveState } from "../view/live-mark.tsx";

interface MastheadProps {
  readonly index: PageIndex;
  readonly isHome: boolean;
  /** On a page that a server keeps up to date, beside others. */
  readonly live?: LiveState | undefined;
}

export function Masthead({ index, isHome, live }: MastheadProps) {
  const names = index.reports.map(({ name }) => safeLine(name, 80));
  const project = index.reports.at(-1)?.report?.name;
  return (
    <header class="masthead">
      <a class="wordmark" href="#/" aria-current={isHome ? "page" : undefined}>
        AXIS
      </a>
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{names.join(" → ")}</span>
      {live !== undefined && (
        <>
          <a href="/">All reports</a>
          <LiveMark live={live} isGoingOn={index.reports.some(({ progress }) => progress?.state === "going-on")} />
        </>
      )}
    </header>
  );
}
