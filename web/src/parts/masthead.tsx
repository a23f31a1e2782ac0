/** The line on top: what this is about, and the way back. */
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { safeLine } from "../text/safe.ts";

export function Masthead({ index, isHome }: { index: PageIndex; isHome: boolean }) {
  const names = index.reports.map(({ name }) => safeLine(name, 80));
  const project = index.reports.at(-1)?.report?.name;
  return (
    <header class="masthead">
      <a class="wordmark" href="#/" aria-current={isHome ? "page" : undefined}>
        AXIS
      </a>
      {project !== undefined && <span class="project">{safeLine(project, 80)}</span>}
      <span class="report-id">{names.join(" → ")}</span>
    </header>
  );
}
