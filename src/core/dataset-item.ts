/** One thing to measure: a question, an answer, context, a conversation, tools, a ranking. Always camelCase in memory, and frozen. */
import { z } from "zod";
import { objectInEitherCase, canonicalKey, type KeyTable, keyTable } from "./keys/fold-keys.ts";
import { freezeInput, MultiTurnConversation, noEntries, noKeys, UserObject, ToolCall } from "./item/message.ts";
import { uuidV7 } from "./item/unique-id.ts";

const strings = z.array(z.string()).readonly();
const tools = z.array(ToolCall).readonly();
const name = z.union([z.string().min(1), z.number().transform(String)]);

/** One entry of a ranking. An entry without an id is kept: the metric that needs the id reports it. */
export const RankedEntry = z.preprocess(
  (raw) => (typeof raw === "string" || typeof raw === "number" ? { id: raw } : raw),
  z
    .looseObject({
      id: z.union([z.string(), z.number().transform(String)]).optional(),
      relevance: z.number().nonnegative().optional(),
    })
    .readonly(),
);
export type RankedEntry = z.infer<typeof RankedEntry>;

/** The schemas that most fields of most items use. Each is a single object, so that `readQuickItem` recognizes it. */
export const plainText = z.string().optional();
export const ranking = z.array(RankedEntry).readonly().optional();

/** JSON text in place of an object, as tables store it. */
const objectOrText = z.preprocess((raw, context) => {
  if (typeof raw !== "string") return raw;
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "is not valid JSON", input: raw });
    return z.NEVER;
  }
}, UserObject);

/** An ISO time; without a time zone it counts as UTC. */
const timestamp = z.string().transform((text, context) => {
  const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text) || /^\d{4}-\d\d-\d\d$/.test(text) ? text : `${text}Z`;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(zoned.replace(" ", "T")) : new Date(Number.NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  context.addIssue({ code: "custom", message: "expected an ISO time", input: text });
  return z.NEVER;
});

/** The schema of each field. */
export const itemShape = {
  id: name.default(uuidV7),
  query: plainText,
  expectedOutput: plainText,
  conversation: MultiTurnConversation.optional(),
  actualOutput: plainText,
  retrievedContent: strings.optional(),
  latency: z.number().nonnegative().optional(),
  judgment: z.union([z.string(), z.number()]).optional(),
  critique: plainText,
  conversationExtractionStrategy: z.enum(["first", "last"]).default("last"),
  acceptanceCriteria: z.preprocess((raw) => (typeof raw === "string" ? [raw] : raw), strings).optional(),
  additionalInput: UserObject.default(noKeys),
  additionalOutput: UserObject.default(noKeys),
  metadata: objectOrText.default(noKeys),
  userTags: strings.default(noEntries),
  sourceTimestamp: timestamp.optional(),
  trace: z.unknown().transform(freezeInput).optional(),
  traceId: plainText,
  sessionId: plainText,
  observationId: plainText,
  actualRanking: ranking,
  expectedRanking: ranking,
  actualReference: ranking,
  expectedReference: ranking,
  toolsCalled: tools.optional(),
  expectedTools: tools.optional(),
  documentText: plainText,
  personaDescription: plainText,
};

const aliases = {
  dataset_id: "id",
  single_turn_query: "query",
  single_turn_expected_output: "expectedOutput",
  multi_turn_conversation: "conversation",
  dataset_metadata: "metadata",
};

/** The item as given, before fields are derived from its conversation; parse it with `parseItem`. */
export const DatasetItem = objectInEitherCase(itemShape, aliases);
export type DatasetItem = z.infer<typeof DatasetItem>;
export type ItemField = keyof DatasetItem;

/** Every field of an item, in the order of the schema. */
export const itemFields = Object.keys(itemShape) as readonly ItemField[];
/** How fields may be written: in either spelling, or by an alias. */
export const itemKeys: KeyTable = keyTable(itemFields, aliases);

/** The field that a written key refers to, or undefined. */
export function itemField(written: string): ItemField | undefined {
  return canonicalKey(written, itemKeys) as ItemField | undefined;
}
