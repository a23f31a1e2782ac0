/** What can be read from an item's conversation without a judge. */
import type { DatasetItem } from "../dataset-item.ts";
import type { Message, MultiTurnConversation, ToolCall, ToolMessage } from "./message.ts";

export interface TurnPair {
  readonly query: string;
  readonly answer: string;
  /** Position of the assistant message in the conversation. */
  readonly turnIndex: number;
}

/**
 * Each user message with the assistant's answer to it. A later user message replaces a pending one; an assistant message
 * without a pending query is skipped and counted; tools are not part of it.
 */
export function turnPairs(conversation: MultiTurnConversation): { pairs: TurnPair[]; skipped: number } {
  const pairs: TurnPair[] = [];
  let pending: string | undefined;
  let skipped = 0;
  for (const [turnIndex, message] of conversation.messages.entries()) {
    if (message.role === "user") pending = message.content;
    const answer = message.role === "assistant" ? (message.content ?? "") : "";
    if (answer.trim() === "") continue;
    if (pending === undefined) skipped += 1;
    else pairs.push({ query: pending, answer, turnIndex });
    pending = undefined;
  }
  return { pairs, skipped };
}

export interface ConversationStats {
  readonly turnCount: number;
  readonly userMessageCount: number;
  readonly aiMessageCount: number;
  readonly toolCallCount: number;
}

/** The length of a conversation; null without one. */
export function conversationStats(item: DatasetItem): ConversationStats | null {
  if (item.conversation === undefined) return null;
  const { messages } = item.conversation;
  const userMessageCount = messages.filter(({ role }) => role === "user").length;
  const aiMessageCount = messages.filter(({ role }) => role === "assistant").length;
  return {
    turnCount: Math.max(userMessageCount, aiMessageCount),
    userMessageCount,
    aiMessageCount,
    toolCallCount: messages.flatMap(listToolCalls).length,
  };
}

/** The tools in the order they were called; null if none is known. */
export function agentTrajectory(item: DatasetItem): string[] | null {
  return item.toolsCalled?.map(({ name }) => name) ?? null;
}

/** Whether a tool message says it failed; null without a conversation. */
export function hasErrors(item: DatasetItem): boolean | null {
  return item.conversation?.messages.some((message) => message.role === "tool" && message.isError) ?? null;
}

/** The conversation as lines `Role: content`, with tool calls below; empty without a conversation. */
export function toTranscript(item: DatasetItem): string {
  return (item.conversation?.messages ?? []).flatMap(formatMessageLines).join("\n");
}

const speakers = { user: "User", assistant: "Assistant", tool: "Tool" } as const;

function formatMessageLines(message: Message): string[] {
  const said = message.content === undefined ? [] : [`${speakers[message.role]}: ${message.content}`];
  const opening = said.length === 0 && message.role === "assistant" ? ["Assistant:"] : said;
  return [...opening, ...listToolCalls(message).map(({ name, args }) => `  ${name}(${JSON.stringify(args)})`)];
}

function listToolCalls(message: Message): readonly ToolCall[] {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}

export interface TaggedCall {
  readonly call: ToolCall;
  readonly message: ToolMessage | null;
}

/** The calls with a tag, each with the tool message that answers it. */
export function extractByTag(item: DatasetItem, tag: string): TaggedCall[] {
  const messages = item.conversation?.messages ?? [];
  const answers = new Map(
    messages.flatMap((message) => (message.role === "tool" ? [[message.toolCallId, message]] : [])),
  );
  return messages
    .flatMap(listToolCalls)
    .filter(({ tags }) => tags.includes(tag))
    .map((call) => ({ call, message: answers.get(call.id) ?? null }));
}
