/** The vendor APIs that the scripted model supports. */
import { anthropicWire } from "./anthropic.ts";
import { geminiWire } from "./gemini.ts";
import { openaiChatWire } from "./openai-chat.ts";
import { openaiResponsesWire } from "./openai-responses.ts";
import type { Wire } from "./wire.ts";

export const wires: readonly Wire[] = [anthropicWire, openaiResponsesWire, openaiChatWire, geminiWire];
