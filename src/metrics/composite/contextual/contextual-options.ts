/** What all metrics of retrieved context share. */
import { z } from "zod";
import { fromRaw } from "../../../core/score.ts";
import { claimOptions } from "../claims.ts";

/** One question suffices for each of them, so both modes ask the same; the mode is written into the metadata. */
export const contextualOptions = z.strictObject({ mode: claimOptions.mode });

/** An empty list is an answer of the retriever: nothing was found. */
export const nothingRetrieved = { score: fromRaw(0), explanation: "Nothing was retrieved." } as const;
