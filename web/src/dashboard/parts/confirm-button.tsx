/** A button whose effect cannot be undone: it asks before it acts. */
import { useState } from "preact/hooks";
import { asApiError } from "./use-loaded.ts";
import type { ApiError } from "../api/api-error.ts";
import { Failure } from "./states.tsx";

interface ConfirmButtonProps {
  readonly words: string;
  /** For screen readers, after the words: what it is about. */
  readonly about: string;
  /** The button that acts, such as "Cancel the run". */
  readonly confirm: string;
  /** The button that leaves everything as it is. */
  readonly keep: string;
  readonly act: () => Promise<void>;
}

export function ConfirmButton({ words, about, confirm, keep, act }: ConfirmButtonProps) {
  const [step, setStep] = useState<"idle" | "asked" | "busy">("idle");
  const [error, setError] = useState<ApiError | null>(null);
  const go = () => {
    setStep("busy");
    setError(null);
    act().then(
      () => setStep("idle"),
      (failure: unknown) => {
        setError(asApiError(failure));
        setStep("idle");
      },
    );
  };
  if (step === "idle")
    return (
      <>
        <button type="button" class="quiet" onClick={() => setStep("asked")}>
          {words}
          <span class="sr"> {about}</span>
        </button>
        {error !== null && <Failure error={error} />}
      </>
    );
  return (
    <span class="filter-buttons" role="group" aria-label={`${confirm}: ${about}?`}>
      <button type="button" class="danger" disabled={step === "busy"} onClick={go} ref={(button) => button?.focus()}>
        {confirm}
      </button>
      <button type="button" disabled={step === "busy"} onClick={() => setStep("idle")}>
        {keep}
      </button>
    </span>
  );
}
