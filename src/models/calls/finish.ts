/** Ways a reply can end that leave nothing to read. */
import type { FinishReason } from "ai";
import type { ModelFailure } from "../../core/model.ts";

interface Ending {
  readonly code: ModelFailure;
  readonly why: string;
}

const endings: Partial<Record<FinishReason, Ending>> = {
  length: { code: "truncated", why: "the reply was cut off at the limit of output tokens (max_output_tokens)" },
  "content-filter": { code: "refused", why: "the model or its content filter refused to answer" },
};

export function endedEarly(finish: FinishReason): Ending | undefined {
  return endings[finish];
}
