/** The schema of a model's script: what it says and calls, turn by turn, which faults occur, and for which requests. */
import { z } from "zod";
import { compilePattern } from "../../core/scenario/pattern.ts";
import type { ModelRequest } from "./model-request.ts";

const count = z.number().int().nonnegative();

/** A call by its purpose. The server picks a matching tool from those the program offers. */
export const ScriptCall = z.discriminatedUnion("tool", [
  z.strictObject({ tool: z.literal("shell"), command: z.string().min(1) }),
  z.strictObject({ tool: z.literal("write"), path: z.string().min(1), content: z.string() }),
  z.strictObject({ tool: z.literal("read"), path: z.string().min(1) }),
  z.strictObject({
    tool: z.literal("mcp"),
    server: z.string().min(1).optional(),
    name: z.string().min(1),
    arguments: z.record(z.string(), z.json()).default({}),
  }),
  z.strictObject({
    tool: z.literal("raw").describe("Calls exactly this tool with exactly these arguments, even if it is not offered."),
    name: z.string().min(1),
    namespace: z.string().min(1).optional(),
    arguments: z
      .union([z.record(z.string(), z.json()), z.string().describe("For OpenAI's custom tools, which take plain text.")])
      .default({}),
  }),
]);
export type ScriptCall = z.infer<typeof ScriptCall>;

/** Tokens as AXIS counts them: `input` excludes tokens read from or written to a cache. */
export const ScriptUsage = z.strictObject({
  input: count.default(100),
  output: count.default(20),
  cacheRead: count.default(0),
  cacheWrite: count.default(0),
  reasoning: count.default(0).describe("Part of `output`."),
});
export type ScriptUsage = z.infer<typeof ScriptUsage>;

/** One answer of the model. Several calls are made in parallel. */
export const ScriptStep = z.strictObject({
  text: z.string().optional(),
  thinking: z.string().min(1).optional(),
  json: z.json().optional().describe("A structured answer; sent as text if the request did not ask for one."),
  calls: z.array(ScriptCall).default([]),
  usage: ScriptUsage.prefault({}),
  stop: z
    .enum(["length", "refusal"])
    .optional()
    .describe("Why the answer stops, if neither for a call nor at its end."),
  delayMs: count.optional(),
});
export type ScriptStep = z.output<typeof ScriptStep>;
type ScriptStepInput = z.input<typeof ScriptStep>;

/** In modules a step may be a function of the request. */
export type StepFunction = (request: ModelRequest) => ScriptStepInput | Promise<ScriptStepInput>;
const Step = z.union([
  ScriptStep,
  z.custom<StepFunction>((value) => typeof value === "function", "expected a step or a function"),
]);

const faultConditions = {
  step: count.min(1).optional().describe("Only at this step; the first is 1."),
  request: count.min(1).optional().describe("Only at this request of a session to the conversation; the first is 1."),
  times: count.min(1).optional().describe("At most this many times per session."),
};
export const ScriptFault = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(400).max(599),
    retryAfterSeconds: z.number().nonnegative().optional(),
    message: z.string().optional(),
    ...faultConditions,
  }),
  z.strictObject({ kind: z.literal("drop").describe("Closes the connection without an answer."), ...faultConditions }),
  z.strictObject({
    kind: z.literal("drop-mid-stream").describe("Closes the connection in the middle of the answer."),
    ...faultConditions,
  }),
  z.strictObject({ kind: z.literal("hang").describe("Never answers."), ...faultConditions }),
  z.strictObject({
    kind: z.literal("garbage").describe("Responds with 200 and a body that is not an answer."),
    ...faultConditions,
  }),
]);
export type ScriptFault = z.infer<typeof ScriptFault>;

/** A regular expression in the same syntax as in configs. */
const Pattern = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    try {
      compilePattern(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
    }
  });

export const wireNames = ["anthropic", "openai-responses", "openai-chat", "gemini"] as const;

/** Which requests a conversation answers; all given conditions must hold. */
export const ScriptMatcher = z.strictObject({
  model: z.string().min(1).optional().describe("The model's name, or a glob."),
  text: Pattern.optional().describe("A pattern to find anywhere in the request's text."),
  wire: z.enum(wireNames).optional(),
  tools: z.boolean().optional().describe("Whether the request offers tools."),
  json: z.boolean().optional().describe("Whether the request asks for a structured answer."),
  key: z.string().min(1).optional().describe("The request's API key."),
});
export type ScriptMatcher = z.infer<typeof ScriptMatcher>;

const conversationFields = {
  steps: z.array(Step).min(1),
  faults: z.array(ScriptFault).default([]),
  next: z
    .enum(["turn", "request"])
    .default("turn")
    .describe(
      "How to choose the step: by the number of model turns in the request, or by the number of earlier requests.",
    ),
};
export const ScriptConversation = z.strictObject({
  name: z.string().min(1),
  when: ScriptMatcher.optional().describe(
    "If omitted, every request matches; with tool calls, every request that offers tools.",
  ),
  ...conversationFields,
});
export type ScriptConversation = z.infer<typeof ScriptConversation>;

const commonFields = {
  values: z
    .record(z.string().regex(/^\w+$/), Pattern)
    .default({})
    .describe("The value of {{name}}: the first group of the last match in the request's text."),
  otherwise: z
    .strictObject({ text: z.string().default("The script has no answer to this."), json: z.json().optional() })
    .prefault({})
    .describe("The answer to requests that no conversation matches, such as a request for a title."),
};

/** One conversation, or several named ones. */
export const Script = z.union([
  z.strictObject({ ...commonFields, ...conversationFields }),
  z.strictObject({ ...commonFields, conversations: z.array(ScriptConversation).min(1) }),
]);
export type ScriptInput = z.input<typeof Script>;
