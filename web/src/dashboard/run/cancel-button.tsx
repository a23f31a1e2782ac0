/** Stops a run, after asking once more. */
import { useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import type { ApiError } from "../api/api-error.ts";
import type { RunDocument } from "../api/answers.ts";
import { Failure } from "../parts/states.tsx";
import { apiErrorOf } from "../parts/use-loaded.ts";

interface CancelProps {
  readonly api: Api;
  readonly run: Pick<RunDocument, "id" | "status" | "cancel_requested_at">;
  readonly readAgain: () => void;
}

type Step = "idle" | "asking" | "sending";

export function CancelButton({ api, run, readAgain }: CancelProps) {
  const [step, setStep] = useState<Step>("idle");
  const [error, setError] = useState<ApiError | null>(null);
  const cancel = async () => {
    setStep("sending");
    setError(null);
    try {
      await api.send("POST", "/v1/runs/{id}/cancel", { path: { id: run.id }, needs: "write" });
    } catch (failure) {
      setError(apiErrorOf(failure));
    }
    setStep("idle");
    readAgain();
  };
  return (
    <div class="cancel">
      {step === "asking" ? (
        <p role="group" aria-label="Cancel the run">
          {run.status === "running" ? "The agent will be stopped. " : "It will not be carried out. "}
          <button type="button" class="primary" onClick={() => void cancel()}>
            Yes, cancel it
          </button>{" "}
          <button type="button" onClick={() => setStep("idle")}>
            No
          </button>
        </p>
      ) : (
        <button
          type="button"
          disabled={step === "sending" || run.cancel_requested_at !== null}
          onClick={() => setStep("asking")}
        >
          {step === "sending" ? "Cancelling" : run.cancel_requested_at === null ? "Cancel this run" : "Cancelling"}
        </button>
      )}
      {error !== null && <Failure error={error} />}
    </div>
  );
}
