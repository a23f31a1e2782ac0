/** An evaluation, shown by the same parts as its file. */
import { useEffect, useMemo } from "preact/hooks";
import type { EvaluationIndex } from "../../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { ItemPage } from "../../evaluation/evaluation-app.tsx";
import { EvaluationHead } from "../../evaluation/evaluation-head.tsx";
import { parseItemSelection, toItemQuery } from "../../evaluation/item-selection.ts";
import { Items } from "../../evaluation/items.tsx";
import { MetricTable } from "../../evaluation/metric-table.tsx";
import { Slices } from "../../evaluation/slices.tsx";
import { ItemLinks } from "../../page-routes.ts";
import { useSelection } from "../../parts/use-selection.ts";
import type { Source } from "../../source/source.ts";
import type { Api, Query } from "../api/api.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { createRunSource } from "../run/run-source.ts";
import type { ViewProps } from "../views.ts";

const itemAddress = "evaluations/{id}/item/{item}";

export function EvaluationView({ api, workspace, route }: ViewProps) {
  const { id = "", item } = route.parameters;
  const [index, again] = useLoaded(
    (abort) => api.get("/v1/evaluations/{id}", { path: { id }, query: { workspace }, abort }),
    `${workspace} ${id}`,
  );
  const end = useMemo(() => new AbortController(), []);
  useEffect(() => () => end.abort(), [end]);
  const source = useMemo(() => createEvaluationSource(api, { id, query: { workspace }, abort: end.signal }), [api, id]);
  return (
    <>
      <p class="crumbs">
        <a href={route.link("evaluations")}>All evaluations</a>
      </p>
      <ShowLoaded loaded={index} again={again}>
        {(found) =>
          item === undefined ? (
            <ItemLinks.Provider value={(each) => route.link(itemAddress, { id, item: each }, { workspace })}>
              <EvaluationHome source={source} index={found} query={route.query} />
            </ItemLinks.Provider>
          ) : (
            <ItemPage source={source} rows={found.rows} id={item} home={route.link("evaluations/{id}", { id })} />
          )
        }
      </ShowLoaded>
    </>
  );
}

interface EvaluationHomeProps {
  readonly source: Source;
  readonly index: EvaluationIndex;
  readonly query: URLSearchParams;
}

const itemQuery = { parse: parseItemSelection, format: toItemQuery };

function EvaluationHome({ source, index: { evaluation, rows }, query }: EvaluationHomeProps) {
  const list = useSelection(query, itemQuery);
  return (
    <>
      <EvaluationHead evaluation={evaluation} rows={rows} />
      <MetricTable evaluation={evaluation} />
      <Slices evaluation={evaluation} />
      <Items source={source} rows={rows} evaluation={evaluation} list={list} />
    </>
  );
}

interface SourceOptions {
  readonly id: string;
  readonly query: Query;
  readonly abort: AbortSignal;
}

function createEvaluationSource(api: Api, { id, query, abort }: SourceOptions): Source {
  return {
    ...createRunSource(api, abort),
    index: () => api.get("/v1/evaluations/{id}", { path: { id }, query, abort }),
    async *pieces(blocks) {
      for (const block of blocks)
        yield await api.get("/v1/evaluations/{id}/items/{block}", { path: { id, block }, query, abort });
    },
  };
}
