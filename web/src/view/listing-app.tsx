/** The reports and evaluations of a project. */
import type { ListedEvaluation, ListingIndex } from "../../../src/report/html/listing-index.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { Masthead } from "../parts/masthead.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Section } from "../parts/section.tsx";
import { Shell } from "../parts/shell.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import { safeLine } from "../text/safe.ts";
import { ListedReports } from "./listed-reports.tsx";
import { LiveMark, type LiveState } from "./live-mark.tsx";

export function ListingApp({ index, live }: { index: ListingIndex; live: LiveState }) {
  const { project, reports, evaluations, unreadable } = index.listing;
  const name = safeLine(project, 80);
  const main = useViewStart({ view: "listing", title: `AXIS ${name}` });
  return (
    <Shell
      main={main}
      masthead={
        <Masthead home="/" isHome>
          <span class="project">{name}</span>
          <LiveMark live={live} isInProgress={reports.some(({ state }) => state === "going-on")} />
        </Masthead>
      }
      colophon={`Shown by AXIS ${index.axisVersion} from the files of this project. The number is the AXIS Result, from 0 to 100.`}
    >
      <h1>{name}</h1>
      <Section id="reports" title="Reports" note={String(reports.length)}>
        <ListedReports reports={reports} />
        {unreadable.map(({ id, why }) => (
          <p class="notice" key={id}>
            <b>{safeLine(id, 80)}</b> cannot be read: {safeLine(why, 300)}
          </p>
        ))}
      </Section>
      {evaluations.length > 0 && (
        <Section id="evaluations" title="Evaluations" note={String(evaluations.length)}>
          <ListedEvaluations evaluations={evaluations} />
        </Section>
      )}
    </Shell>
  );
}

/** The evaluations: links to their pages, and progress of those without one. */
function ListedEvaluations({ evaluations }: { evaluations: readonly ListedEvaluation[] }) {
  return (
    <ul class="evaluations">
      {evaluations.map(({ name, isWritten, rows, changedAt }) => (
        <li key={name}>
          {isWritten ? (
            <a href={`/evaluations/${encodeURIComponent(name)}/`}>{safeLine(name, 80)}</a>
          ) : (
            <b>{safeLine(name, 80)}</b>
          )}
          <small>
            {rows === null ? "" : `${formatCount(rows, "row")} so far, no page yet; last change `}
            {formatMoment(changedAt)}
          </small>
        </li>
      ))}
    </ul>
  );
}
