/** Messages of a conversation, tool calls among them: what people, assistants and tools said, in order. */
import { z } from "zod";
import { errorMessage } from "../error.ts";
import { foldKeys, keyTable, objectInEitherCase } from "../keys/fold-keys.ts";
import { isPlainObject } from "../keys/key-case.ts";
import { uuidV7 } from "./unique-id.ts";

/** Maximum nesting: deeper data is a mistake and would overflow the stack. */
const maxDataDepth = 500;

function frozenCopy<T>(value: T, depth = 0): T {
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDataDepth) throw new RangeError(`data nested more than ${maxDataDepth} levels deep`);
  if (Array.isArray(value)) return Object.freeze(value.map((part: unknown) => frozenCopy(part, depth + 1))) as T;
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const part = frozenCopy(value[key], depth + 1);
    if (key === "__proto__") Object.defineProperty(copy, key, { value: part, enumerable: true });
    else copy[key] = part;
  }
  return Object.freeze(copy) as T;
}

/** A frozen copy of the user's data; data that is nested too deeply is a mistake in the item. */
export function freezeInput<T>(value: T, context: z.core.$RefinementCtx): T {
  try {
    return frozenCopy(value);
  } catch (error) {
    context.issues.push({ code: "custom", message: errorMessage(error), input: value });
    return z.NEVER;
  }
}

/** An object that belongs to the user: its keys stay as written. */
export const UserObject = z.record(z.string(), z.unknown()).transform(freezeInput);
const strings = z.array(z.string()).readonly();

/** Frozen, because all items share these defaults. */
const empty = { keys: Object.freeze({}), entries: Object.freeze<string[]>([]) };
export const noKeys = () => empty.keys;
export const noEntries = () => empty.entries;
const seconds = z.number().nonnegative();

export const ToolCall = objectInEitherCase({
  id: z
    .string()
    .min(1)
    .default(() => `call_${uuidV7()}`),
  name: z.string().min(1),
  args: UserObject.default(noKeys),
  tags: strings.default(noEntries),
  requestLatency: seconds.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

const human = { role: z.literal("user"), content: z.string(), metadata: UserObject.optional() };
const assistant = {
  role: z.literal("assistant"),
  content: z.string().optional(),
  toolCalls: z.array(ToolCall).readonly().optional(),
  llmEvents: z.array(z.unknown()).transform(freezeInput).optional(),
  topic: z.string().optional(),
  metadata: UserObject.optional(),
};
const tool = {
  role: z.literal("tool"),
  toolCallId: z.string(),
  content: z.string(),
  isError: z.boolean().default(false),
  /** Read for `retrievedContent` and `actualRanking`, in either spelling. */
  toolOutput: UserObject.optional(),
  latency: seconds.optional(),
  retrievedContent: strings.optional(),
  sources: z.array(z.unknown()).transform(freezeInput).optional(),
  metadata: UserObject.optional(),
};

export const HumanMessage = z.strictObject(human).readonly();
export type HumanMessage = z.infer<typeof HumanMessage>;
export const AIMessage = z.strictObject(assistant).readonly();
export type AIMessage = z.infer<typeof AIMessage>;
export const ToolMessage = z.strictObject(tool).readonly();
export type ToolMessage = z.infer<typeof ToolMessage>;

/** Roles as other programs name them. */
const roles: Readonly<Record<string, string>> = { human: "user", ai: "assistant" };
const keys = keyTable([...Object.keys(human), ...Object.keys(assistant), ...Object.keys(tool)]);

export const Message = z.preprocess(
  (raw, context) => {
    const folded = foldKeys(raw, keys, (message) => context.addIssue({ code: "custom", message, input: raw }));
    if (!isPlainObject(folded)) return folded;
    const { role } = folded;
    return typeof role === "string" && Object.hasOwn(roles, role) ? { ...folded, role: roles[role] } : folded;
  },
  z.discriminatedUnion("role", [HumanMessage, AIMessage, ToolMessage]),
);
export type Message = z.infer<typeof Message>;

const conversation = objectInEitherCase({
  messages: z.array(Message).min(1).readonly(),
  referenceText: z.string().optional(),
  referenceToolCalls: z.array(ToolCall).readonly().optional(),
  rubrics: z.record(z.string(), z.string()).readonly().optional(),
  metadata: UserObject.optional(),
});

/** A bare array of messages is a conversation too. */
export const MultiTurnConversation = z.preprocess(
  (raw) => (Array.isArray(raw) ? { messages: raw as unknown[] } : raw),
  conversation,
);
export type MultiTurnConversation = z.infer<typeof MultiTurnConversation>;
