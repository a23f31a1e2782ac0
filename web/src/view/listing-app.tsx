/** The home of `axis view`: what runs now, the reports of the project, and its evaluations. */
import { useMemo } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { ListedEvaluation, Listing, ListingIndex, ListingWork } from "../../../src/report/html/listing-index.ts";
import { AgentLooks, assignLooks } from "../parts/agent-look.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { formatMoment, formatShortMoment } from "../parts/moment.ts";
import { PageHead, VerdictTag } from "../parts/page-head.tsx";
import { Section } from "../parts/section.tsx";
import { Shell } from "../parts/shell.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import { safeLine } from "../text/safe.ts";
import { EmptyProject } from "./empty-project.tsx";
import { LiveMark, type LiveState } from "./live-mark.tsx";
import { readOutcome } from "./report-list.ts";
import { ReportRows } from "./report-rows.tsx";
import { ReviewLink } from "./review-link.tsx";
import { RunningReport } from "./running-report.tsx";

interface ListingAppProps {
  readonly index: ListingIndex;
  readonly live: LiveState;
  readonly work: ListingWork;
  /** How many checks of a report wait for a person. Absent where labels cannot be given. */
  readonly readWaiting?: ((reportId: string) => Promise<number>) | undefined;
}

export function ListingApp({ index, live, work, readWaiting }: ListingAppProps) {
  const { project, reports, evaluations, unreadable } = index.listing;
  const name = safeLine(project, 80);
  const main = useViewStart({ view: "listing", title: `AXIS ${name}` });
  // In the order of their first appearance, so the oldest report decides.
  const looks = useMemo(() => assignLooks(reports.toReversed().flatMap(({ agents }) => agents)), [reports]);
  const running = reports.filter(({ state }) => state === "going-on");
  const [newest] = reports;
  const isEmpty = reports.length + evaluations.length + unreadable.length === 0;
  return (
    <AgentLooks.Provider value={looks}>
      <Shell
        main={main}
        masthead={
          <Masthead home="/" isHome>
            <span class="project">{name}</span>
            {readWaiting !== undefined && newest !== undefined && (
              <ReviewLink newest={newest} readWaiting={readWaiting} />
            )}
            <LiveMark live={live} isInProgress={running.length > 0} />
          </Masthead>
        }
        colophon={`Shown by AXIS ${index.axisVersion} from the files of this project. The AXIS Result is from 0 to 100: the mean of the results of a report.`}
      >
        {isEmpty ? (
          <EmptyProject />
        ) : (
          <>
            <LastReport listing={index.listing} />
            {running.length > 0 && (
              <Section id="running" title="Running now" note={formatCount(running.length, "report")}>
                {running.map((report) => (
                  <RunningReport key={report.id} report={report} work={work[report.id] ?? null} />
                ))}
              </Section>
            )}
            <Reports listing={index.listing} />
            {evaluations.length > 0 && (
              <Section id="evaluations" title="Evaluations" note={String(evaluations.length)}>
                <ListedEvaluations evaluations={evaluations} />
              </Section>
            )}
          </>
        )}
      </Shell>
    </AgentLooks.Provider>
  );
}

/** The answer first: what the last report that ended says. */
function LastReport({ listing: { project, reports } }: { readonly listing: Listing }) {
  const last = reports.find((report) => readOutcome(report) !== null);
  const outcome = last && readOutcome(last);
  if (last === undefined || !outcome) return <h1>{safeLine(project, 80)}</h1>;
  const { averageAxisScore, averagedOver } = last.summary;
  return (
    <PageHead
      tags={
        <>
          <VerdictTag word={outcome.word} />
          <a href={`/reports/${encodeURIComponent(last.id)}/`}>
            last report, {formatShortMoment(last.timestamp, new Date())}
          </a>
        </>
      }
      title={<bdi>{safeLine(outcome.sentence, 240)}.</bdi>}
      aside={
        averageAxisScore !== null && (
          <div class="headline">
            <p class="label">AXIS Result, last report</p>
            <div class="headline-row">
              <strong>{averageAxisScore}</strong>
              <p>
                <span class="over">mean of {formatCount(averagedOver, "result")}</span>
              </p>
            </div>
          </div>
        )
      }
    />
  );
}

function Reports({ listing: { reports, unreadable } }: { readonly listing: Listing }) {
  const ended = reports.filter(({ state }) => state !== "going-on");
  return (
    <>
      {ended.length > 0 && <ReportRows reports={ended} />}
      {unreadable.length > 0 && (
        <Section id="unreadable" title="Broken" note={formatCount(unreadable.length, "report")}>
          <ul class="broken-reports">
            {unreadable.map(({ id, file, why }) => (
              <li key={id}>
                <b>{safeLine(id, 80)}</b> cannot be read. <code>{safeLine(file, 160)}</code>: {safeLine(why, 300)}
                <small>
                  {" "}
                  Try <code>axis recover {safeLine(id, 80)}</code>, which keeps every intact record, or delete the
                  folder.
                </small>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
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
