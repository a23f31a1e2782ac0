/** The labels of one run or evaluation, and how to give one. */
import { useContext, useEffect, useState } from "preact/hooks";
import { errorMessage } from "../../../src/core/error.ts";
import { targetKey } from "../../../src/core/review/label-target.ts";
import type { ReviewLabel } from "../../../src/core/review/review-label.ts";
import type { LabelAnswer } from "../../../src/report/review/review-answer.ts";
import { type LabelDraft, ReviewStoreContext } from "./review-store.ts";

export interface Labels {
  /** The newest label of each judgement, by its key. */
  readonly byKey: ReadonlyMap<string, ReviewLabel>;
  readonly error: string | null;
  /** Undefined if it could not be saved; then `error` says why. */
  save(draft: LabelDraft): Promise<LabelAnswer | undefined>;
}

/**
 * Null where labels cannot be given. Without a run, only labels given on this page are known.
 * @example const labels = useLabels(); labels?.save({ evaluation, item, metric, judge: 0.4, passFrom: 0.5, human: "pass", notes: "" });
 */
export function useLabels(runId?: string): Labels | null {
  const store = useContext(ReviewStoreContext);
  const [byKey, setByKey] = useState<Labels["byKey"]>(new Map());
  const [error, setError] = useState<string | null>(null);
  const add = (labels: readonly ReviewLabel[]) =>
    setByKey((before) => new Map([...before, ...labels.map((label) => [targetKey(label), label] as const)]));
  useEffect(() => {
    if (store === null || runId === undefined) return;
    let isWanted = true;
    store.labelsOf(runId).then(
      (labels) => void (isWanted && add(labels)),
      (failure: unknown) => void (isWanted && setError(errorMessage(failure))),
    );
    return () => {
      isWanted = false;
    };
  }, [store, runId]);
  if (store === null) return null;
  return {
    byKey,
    error,
    async save(draft) {
      try {
        const answer = await store.save(draft);
        setError(null);
        add([answer.label]);
        return answer;
      } catch (failure) {
        setError(errorMessage(failure));
        return undefined;
      }
    },
  };
}
