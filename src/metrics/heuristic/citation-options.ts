/** The options of Citation Presence. */
import { z } from "zod";
import type { Embedder } from "../../core/model.ts";

const embedder = z.custom<Embedder>(
  (value) => typeof (value as Embedder | null)?.embed === "function",
  "expected an embedder with a function embed",
);

export const CitationMetricOptions = z
  .strictObject({
    mode: z.enum(["any_citation", "resource_section"]).default("any_citation"),
    /** Requires at least one cited URL that responds. */
    strict: z.boolean().default(false),
    embedModel: embedder.optional(),
    embedModelName: z.string().min(1).optional(),
    useSemanticSearch: z.boolean().default(false),
    resourceSimilarityThreshold: z.number().min(-1).max(1).default(0.8),
    customResourcePhrases: z.array(z.string().min(1)).readonly().nullable().default(null),
  })
  .refine(
    ({ useSemanticSearch, embedModel, embedModelName }) =>
      !useSemanticSearch || embedModel !== undefined || embedModelName !== undefined,
    { path: ["useSemanticSearch"], message: "needs an embedder: set embedModel or embedModelName" },
  );
export type CitationMetricOptions = z.output<typeof CitationMetricOptions>;
