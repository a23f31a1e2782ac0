/** The form that queues runs: scenarios, agents, trials and priority. Each scenario with each agent is one request. */
import { useState } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import { safeLine } from "../../text/safe.ts";
import type { Api } from "../api/api.ts";
import type { ApiError } from "../api/api-error.ts";
import { Failure } from "../parts/states.tsx";
import { asApiError } from "../parts/use-loaded.ts";
import { NameBoxes } from "./name-boxes.tsx";
import { listRequests, readOrder, type RunOrder, type RunRequest } from "./run-order.ts";

interface NewRunFormProps {
  readonly api: Api;
  readonly workspace: string;
  readonly names: { readonly agents: readonly string[]; readonly scenarios: readonly string[] };
  readonly onDone: () => void;
}

interface Progress {
  readonly queued: number;
  /** What was not sent because a request before it failed. */
  readonly rest: readonly RunRequest[];
  readonly error: ApiError;
}

const nothing: RunOrder = { scenarios: [], agents: [], trials: 1, priority: 0 };

export function NewRunForm({ api, workspace, names, onDone }: NewRunFormProps) {
  const [order, setOrder] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const send = async (requests: readonly RunRequest[]) => {
    setBusy(true);
    const result = await sendAll(api, workspace, requests);
    setBusy(false);
    setProgress(result);
    if (result === null) onDone();
  };
  const requests = listRequests(order);
  const runs = requests.reduce((sum, { trials }) => sum + trials, 0);
  return (
    <form
      class="new-run"
      aria-label="New runs"
      onInput={(event) => {
        setOrder(readOrder(new FormData(event.currentTarget)));
        setProgress(null);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send(progress?.rest ?? requests);
      }}
    >
      <NameBoxes legend="Scenarios" name="scenario" names={names.scenarios} other="another scenario" />
      <NameBoxes legend="Agents" name="agent" names={names.agents} other="another agent" />
      <div class="new-run-numbers">
        <label>
          <span>Trials</span>
          <input type="number" name="trials" min="1" max="50" value={order.trials} required />
        </label>
        <label>
          <span>Priority</span>
          <input type="number" name="priority" min="-100" max="100" value={order.priority} required />
        </label>
        <button type="submit" class="primary" disabled={isBusy || runs === 0}>
          {isBusy ? "Queueing" : progress === null ? `Start ${formatCount(runs, "run")}` : "Start the rest"}
        </button>
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
      {progress !== null && <Stopped {...progress} />}
    </form>
  );
}

function Stopped({ queued, rest, error }: Progress) {
  const [failed] = rest;
  const count = (requests: readonly RunRequest[]) => requests.reduce((sum, { trials }) => sum + trials, 0);
  return (
    <>
      <Failure error={error} />
      <p>
        {queued > 0 && `${formatCount(queued, "run")} queued. `}
        {failed !== undefined &&
          `Not queued: ${formatCount(count(rest), "run")}, from ${safeLine(failed.scenario, 80)} by ${safeLine(failed.agent, 60)} on.`}
      </p>
    </>
  );
}

/** Null if all were queued. Stops at the first failure, so that nothing is sent that would fail as well. */
async function sendAll(api: Api, workspace: string, requests: readonly RunRequest[]): Promise<Progress | null> {
  let queued = 0;
  for (const [at, request] of requests.entries())
    try {
      await api.send("POST", "/v1/runs", { body: { workspace, ...request }, needs: "write" });
      queued += request.trials;
    } catch (failure) {
      return { queued, rest: requests.slice(at), error: asApiError(failure) };
    }
  return null;
}
