/** The page of an evaluation: verdict, metrics, items. */
import type { EvaluationIndex } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { Masthead } from "../parts/masthead.tsx";
import { NotFound } from "../parts/not-found.tsx";
import { Shell } from "../parts/shell.tsx";
import { useViewStart } from "../parts/use-view-start.ts";
import { useRoute } from "../page-routes.ts";
import { isListed } from "../source/served.ts";
import type { Source } from "../source/source.ts";
import { safeLine } from "../text/safe.ts";
import { EvaluationHead } from "./evaluation-head.tsx";
import { ItemPage } from "./item-page.tsx";
import { Items } from "./items.tsx";
import { MetricTable } from "./metric-table.tsx";
import { Slices } from "./slices.tsx";

export function EvaluationApp({ source, index }: { source: Source; index: EvaluationIndex }) {
  const route = useRoute();
  const { evaluation, rows } = index;
  const name = safeLine(evaluation.name, 120);
  const view = route.view === "item" ? `item ${route.id}` : route.view;
  const main = useViewStart({ view, title: `AXIS evaluation ${name}` });
  return (
    <Shell
      main={main}
      masthead={
        <Masthead home="#/">
          <span class="project">{name}</span>
          <span class="report-id">{safeLine(evaluation.runId, 80)}</span>
          {isListed(document) && <a href="/">All reports and evaluations</a>}
        </Masthead>
      }
      colophon={`Written by AXIS ${index.axisVersion}. Scores range from 0 to 1 unless a metric measures seconds. Unknown values are shown as unknown.`}
    >
      {route.view === "overview" ? (
        <>
          <EvaluationHead evaluation={evaluation} rows={rows} />
          <MetricTable metrics={evaluation.summary.metrics} />
          <Slices slices={evaluation.summary.slices} />
          <Items source={source} rows={rows} metrics={evaluation.summary.metrics} query={route.query} />
        </>
      ) : route.view === "item" ? (
        <ItemPage source={source} rows={rows} id={route.id} />
      ) : (
        <NotFound />
      )}
    </Shell>
  );
}
