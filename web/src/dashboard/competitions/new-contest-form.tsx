/** The form that starts a competition: scenarios, agents, trials, and the commit everybody starts from. */
import { useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import type { ApiError } from "../api/api-error.ts";
import { Failure } from "../parts/states.tsx";
import { asApiError } from "../parts/use-loaded.ts";
import type { Names } from "../parts/use-names.ts";
import { NameBoxes } from "../runs/name-boxes.tsx";
import { describeMissing, describeStart, readContest } from "./contest-order.ts";

interface NewContestFormProps {
  readonly api: Api;
  readonly workspace: string;
  readonly names: Names;
  readonly onStarted: (id: string) => void;
  readonly onClose: () => void;
}

export function NewContestForm({ api, workspace, names, onStarted, onClose }: NewContestFormProps) {
  const [order, setOrder] = useState(() => readContest(new FormData()));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const start = async () => {
    setBusy(true);
    try {
      const body = { workspace, ...order };
      const { id } = (await api.send("POST", "/v1/competitions", { body, needs: "write" })) as { id: string };
      onStarted(id);
    } catch (failure) {
      setError(asApiError(failure));
      setBusy(false);
    }
  };
  const words = describeStart(order);
  return (
    <form
      class="new-run"
      aria-label="New competition"
      onInput={(event) => {
        setOrder(readContest(new FormData(event.currentTarget)));
        setError(null);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <NameBoxes legend="Scenarios" name="scenario" names={names.scenarios} other="another scenario" />
      <NameBoxes legend="Agents, or none for all" name="agent" names={names.agents} other="another agent" />
      <div class="new-run-numbers">
        <label>
          <span>Trials</span>
          <input type="number" name="trials" min="1" max="50" value={order.trials} required />
        </label>
        <label>
          <span>From</span>
          <input name="base" value={order.base} placeholder="HEAD" autocomplete="off" />
        </label>
        <label class="until-decided">
          <input type="checkbox" name="until" value="decided" /> Add trials until it is decided
        </label>
        <button type="submit" class="primary" disabled={isBusy || words === undefined}>
          {isBusy ? "Starting" : (words ?? describeMissing(order))}
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {error !== null && <Failure error={error} />}
    </form>
  );
}
