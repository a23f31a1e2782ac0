/** The page of an evaluation: verdict, metrics, items. */
import type { EvaluationIndex, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { useRoute } from "../page-routes.ts";
import { FindField } from "../parts/keys.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { formatMoment } from "../parts/moment.ts";
import { NotFound } from "../parts/not-found.tsx";
import { SectionLinks } from "../parts/section.tsx";
import { Shell } from "../parts/shell.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { useViewStart } from "../parts/use-view-start.ts";
import { isListed } from "../source/served.ts";
import type { Source } from "../source/source.ts";
import { safe, safeLine } from "../text/safe.ts";
import { EvaluationHead } from "./evaluation-head.tsx";
import { ItemBody } from "./item-body.tsx";
import { ItemTexts } from "./item-texts.tsx";
import { parseItemSelection, toItemQuery } from "./item-selection.ts";
import { type ItemListState, Items } from "./items.tsx";
import { MetricTable } from "./metric-table.tsx";
import { Slices } from "./slices.tsx";
import { useItems } from "./use-items.ts";

export function EvaluationApp({ source, index }: { source: Source; index: EvaluationIndex }) {
  const route = useRoute();
  const { evaluation, rows } = index;
  const name = safeLine(evaluation.name, 120);
  const list = useSelection(route.view === "overview" ? route.query : noQuery, itemQuery);
  const view = route.view === "item" ? `item ${route.id}` : route.view;
  const main = useViewStart({ view, title: `AXIS evaluation ${name}` });
  return (
    <Shell
      main={main}
      masthead={
        <Masthead
          home="#/"
          isHome={route.view === "overview"}
          actions={route.view === "overview" && <Actions evaluation={evaluation} list={list} />}
        >
          <span class="project">{name}</span>
          <span class="report-id">{formatMoment(evaluation.timestamp)}</span>
          {isListed(document) && <a href="/">All reports and evaluations</a>}
        </Masthead>
      }
      colophon={`Written by AXIS ${index.axisVersion}. Scores range from 0 to 1 unless a metric measures seconds. Unknown values are shown as unknown.`}
    >
      {route.view === "overview" ? (
        <>
          <EvaluationHead evaluation={evaluation} rows={rows} />
          <MetricTable evaluation={evaluation} />
          <Slices evaluation={evaluation} />
          <Items source={source} rows={rows} evaluation={evaluation} list={list} />
        </>
      ) : route.view === "item" ? (
        <ItemPage source={source} rows={rows} id={route.id} />
      ) : (
        <NotFound />
      )}
    </Shell>
  );
}

const noQuery = new URLSearchParams();
const itemQuery = { parse: parseItemSelection, format: toItemQuery };

const sections = [
  ["metrics", "Metrics"],
  ["slices", "Slices"],
  ["items", "Items"],
] as const;

interface ActionsProps {
  readonly evaluation: EvaluationIndex["evaluation"];
  readonly list: ItemListState;
}

function Actions({ evaluation, list: [selection, choose] }: ActionsProps) {
  return (
    <>
      <SectionLinks sections={sections.filter(([id]) => id !== "slices" || evaluation.summary.slices.length > 0)} />
      <FindField text={selection.text} label="Find in questions and answers" onFind={(text) => choose({ text })} />
    </>
  );
}

/** An item on its own page. */
interface ItemPageProps {
  readonly source: Source;
  readonly rows: PageRows;
  readonly id: string;
  /** The address of all items. */
  readonly home?: string;
}

export function ItemPage({ source, rows, id, home = "#/" }: ItemPageProps) {
  const { items, isWhole, error } = useItems(source, rows);
  // Ids in a dataset may repeat: all items with this id are shown.
  const found = items.flatMap(({ item }) => (item.id.toWellFormed() === id ? [item] : []));
  if (error !== null) return <p class="notice bad">The rows cannot be read: {safe(error)}</p>;
  if (found.length === 0)
    return isWhole ? (
      <NotFound>
        This file does not contain this item{rows.embedded < rows.total ? "; it does not contain all items" : ""}.
      </NotFound>
    ) : (
      <p class="waiting">Loading the items.</p>
    );
  return (
    <article class="items">
      <p class="crumbs">
        <a href={home}>All items</a>
      </p>
      <h1>{safeLine(id, 160)}</h1>
      {found.map((item) => (
        <section key={item.index} aria-label={`Item ${item.index + 1}`}>
          <p class="decided">Item {item.index + 1} of the dataset</p>
          <ItemTexts item={item} isMarked />
          <ItemBody item={item} />
        </section>
      ))}
    </article>
  );
}
