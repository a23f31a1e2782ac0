/** Derives the fields that follow from an item's conversation: query, answer, tools, context, ranking, tags. */
import { omitUndefined } from "../json.ts";
import type { DatasetItem, RankedEntry } from "../dataset-item.ts";
import { RankedEntry as RankedEntrySchema } from "../dataset-item.ts";
import { readEitherSpelling } from "../keys/key-case.ts";
import type { Message, MultiTurnConversation, ToolCall, ToolMessage } from "./message.ts";

/** Words in a tool's name that show what kind of tool it is. */
const toolTagWords: readonly { readonly tag: string; readonly words: readonly string[] }[] = [
  { tag: "RAG", words: ["retriev", "rag", "knowledge", "search"] },
  { tag: "GUARDRAIL", words: ["guard", "check", "valid", "safe"] },
  { tag: "LLM", words: ["llm", "generate", "chat", "complete", "summarize"] },
  { tag: "DATABASE", words: ["sql", "database", "query", "snowflake", "trino"] },
];

/** The tags that follow from a tool's name. */
export function inferToolTags(name: string): string[] {
  const lower = name.toLowerCase();
  return toolTagWords.filter(({ words }) => words.some((word) => lower.includes(word))).map(({ tag }) => tag);
}

/** The fields that others are derived from. */
const sourceFields = [
  "conversation",
  "toolsCalled",
  "actualRanking",
  "actualReference",
  "expectedRanking",
  "expectedReference",
] as const;

/** The item with every field that can be derived. Given values win, except for the query of a conversation. */
export function deriveItem(given: DatasetItem): DatasetItem {
  if (sourceFields.every((field) => given[field] === undefined)) return given;
  const talk = given.conversation === undefined ? given : deriveFromConversation(given, given.conversation);
  return Object.freeze(mirrorRankings(tagToolCalls(talk)));
}

function deriveFromConversation(item: DatasetItem, conversation: MultiTurnConversation): DatasetItem {
  const { messages } = conversation;
  const pick = <T>(found: readonly T[]) => found.at(item.conversationExtractionStrategy === "first" ? 0 : -1);
  return {
    ...item,
    ...omitUndefined({
      query: pick(messages.flatMap((message) => (message.role === "user" ? [message.content] : []))) ?? item.query,
      expectedOutput: conversation.referenceText ?? item.expectedOutput,
      actualOutput: item.actualOutput ?? pick(messages.flatMap(readAnswers)),
      toolsCalled: item.toolsCalled ?? Object.freeze(messages.flatMap(readToolCalls)),
      expectedTools: item.expectedTools ?? conversation.referenceToolCalls,
      retrievedContent: item.retrievedContent ?? removeDuplicates(collectFromTools(messages, readRetrievedContent)),
      actualRanking: item.actualRanking ?? collectFromTools(messages, readRanking),
    }),
  };
}

function readAnswers(message: Message): string[] {
  return message.role === "assistant" && message.content !== undefined && message.content !== ""
    ? [message.content]
    : [];
}

function readToolCalls(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}

/** The joined lists of the tool messages; undefined if no message has one, since that differs from an empty list. */
function collectFromTools<T>(messages: readonly Message[], read: (message: ToolMessage) => readonly T[] | undefined) {
  const found = messages.flatMap((message) => (message.role === "tool" ? [read(message)] : []));
  const lists = found.filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : Object.freeze(lists.flat());
}

function removeDuplicates<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined ? undefined : Object.freeze([...new Set(list)]);
}

function readRetrievedContent(message: ToolMessage): readonly string[] | undefined {
  const fromOutput = outputList(message, "retrievedContent")?.filter((text) => typeof text === "string");
  if (message.retrievedContent === undefined) return fromOutput;
  return [...message.retrievedContent, ...(fromOutput ?? [])];
}

function readRanking(message: ToolMessage): readonly RankedEntry[] | undefined {
  return outputList(message, "actualRanking")?.flatMap((entry) => {
    const parsed = RankedEntrySchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

function outputList(message: ToolMessage, key: string): readonly unknown[] | undefined {
  const found = message.toolOutput === undefined ? undefined : readEitherSpelling(message.toolOutput, key);
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined;
}

function tagToolCalls(item: DatasetItem): DatasetItem {
  const retag = (call: ToolCall): ToolCall => {
    const tags = [...new Set([...call.tags, ...item.userTags, ...inferToolTags(call.name)])].sort();
    return Object.freeze({ ...call, tags: Object.freeze(tags) });
  };
  const toolsCalled = item.toolsCalled === undefined ? {} : { toolsCalled: Object.freeze(item.toolsCalled.map(retag)) };
  if (item.conversation === undefined) return item.toolsCalled === undefined ? item : { ...item, ...toolsCalled };
  const messages = item.conversation.messages.map((message) =>
    message.role === "assistant" && message.toolCalls !== undefined
      ? Object.freeze({ ...message, toolCalls: Object.freeze(message.toolCalls.map(retag)) })
      : message,
  );
  const conversation = Object.freeze({ ...item.conversation, messages: Object.freeze(messages) });
  return { ...item, ...toolsCalled, conversation };
}

/** Rankings and references are two names for the same thing. */
function mirrorRankings(item: DatasetItem): DatasetItem {
  const { actualRanking, actualReference, expectedRanking, expectedReference } = item;
  const actual = actualRanking ?? actualReference;
  const expected = expectedRanking ?? expectedReference;
  return {
    ...item,
    ...(actual === undefined ? {} : { actualRanking: actual, actualReference: actualReference ?? actual }),
    ...(expected === undefined ? {} : { expectedRanking: expected, expectedReference: expectedReference ?? expected }),
  };
}
