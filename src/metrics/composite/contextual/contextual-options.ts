/** What all metrics of retrieved context share. */
import { z } from "zod";
import { fromRaw } from "../../../core/score.ts";
import { claimOptions } from "../claims.ts";

/** One question is enough in either mode, so both modes ask the same; the mode is only written to the metadata. */
export const contextualOptions = z.strictObject({ mode: claimOptions.mode });

/** An empty list is a valid answer of the retriever: it found nothing. */
export const nothingRetrieved = { score: fromRaw(0), explanation: "Nothing was retrieved." } as const;
