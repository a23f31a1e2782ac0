/** Which trials of two results are compared: the runs of the same report, scenario and agent. */
import { Select } from "../../parts/select.tsx";
import { safe } from "../../text/safe.ts";
import type { Api } from "../api/api.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewRoute } from "../view-route.ts";

interface RunChoiceProps {
  readonly api: Api;
  readonly route: ViewRoute;
  readonly a: string;
  readonly b: string;
}

export function RunChoice({ api, route, a, b }: RunChoiceProps) {
  const open = (pair: { readonly a: string; readonly b: string }) => {
    location.hash = route.link("compare/{a}/{b}", pair);
  };
  return (
    <>
      <SideChoice name="Before" api={api} chosen={a} onChoose={(id) => open({ a: id, b })} />
      <SideChoice name="After" api={api} chosen={b} onChoose={(id) => open({ a, b: id })} />
    </>
  );
}

interface SideChoiceProps {
  readonly name: string;
  readonly api: Api;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Nothing for a result with one run, and none if the list cannot be read: the two runs are there already. */
function SideChoice({ name, api, chosen, onChoose }: SideChoiceProps) {
  const [trials] = useLoaded((abort) => readTrials(api, chosen, abort), chosen);
  if (trials.value === null || trials.value.length < 2) return null;
  return (
    <Select
      label={name}
      value={chosen}
      options={trials.value.map(({ id, trial, run_status: status, axis_result: result }) => [
        id,
        [`trial ${trial}`, ...[status, result].filter((part) => part !== null)]
          .map((part) => safe(String(part)))
          .join(", "),
      ])}
      onChoose={onChoose}
    />
  );
}

async function readTrials(api: Api, id: string, abort: AbortSignal) {
  const run = await api.get("/v1/runs/{id}", { path: { id }, abort });
  if (run.report_id === null) return [];
  const { workspace, report_id: report, scenario, agent } = run;
  const { data } = await api.get("/v1/runs", { query: { workspace, report, scenario, agent, limit: 100 }, abort });
  return data.toSorted((one, other) => one.trial - other.trial);
}
