/** Citation Presence: does the answer cite a source, and does the source exist? */
import type { MultiTurnConversation } from "../../core/item/message.ts";
import { failed, fromRaw } from "../../core/score.ts";
import { defineMetric } from "../define-metric.ts";
import { CitationCheck, type CitationFinding, noSection } from "./citation-check.ts";
import { CitationMetricOptions } from "./citation-options.ts";

interface CitationReading {
  readonly passed: boolean;
  readonly total: number;
  readonly passing: readonly number[];
  readonly mode: string;
  readonly strict: boolean;
}

/** 1 if any assistant message has a citation that counts, otherwise 0. */
export const CitationPresence = defineMetric({
  id: "citation_presence",
  title: "Citation Presence",
  about: "Whether the answer cites a source: a URL, a DOI, or an author with a year.",
  needs: ["actualOutput"],
  uses: ["conversation"],
  options: CitationMetricOptions,
  tags: ["agent", "knowledge", "citation", "multi_turn"],
  blankIsPresent: true,
  async measure({ actualOutput, conversation }, { options, http, abort }) {
    const texts = listAssistantTexts(conversation, actualOutput);
    const check = new CitationCheck(options, http, abort);
    const verdicts: CitationFinding[] = [];
    for (const { text } of texts) verdicts.push(await check.checkText(text));
    const passing = texts.filter((_, index) => verdicts[index]?.status === "passes").map(({ index }) => index);
    const result: CitationReading = {
      passed: passing.length > 0,
      total: texts.length,
      passing,
      mode: options.mode,
      strict: options.strict,
    };
    // One passing text is enough, so an undecided one matters only if none passes.
    const unknown = verdicts.find(({ status }) => status === "failed");
    if (unknown !== undefined && !result.passed) return { score: failed(unknown.why), result };
    return { score: fromRaw(result.passed ? 1 : 0), explanation: explain(result, verdicts), result };
  },
  signals: ({ passed, total, passing, mode, strict }) => [
    { name: "presence_check_passed", value: passed, headlineDisplay: true },
    { name: "total_assistant_messages", value: total },
    { name: "messages_with_valid_citations", value: passing.length },
    { name: "passing_turn_indices", value: passing, group: "details" },
    { name: "mode", value: mode, group: "configuration" },
    { name: "strict_mode", value: strict, group: "configuration" },
  ],
});

/** Returns the assistant's texts, with the index of each message in the conversation. */
function listAssistantTexts(conversation: MultiTurnConversation | undefined, actualOutput: string) {
  const said = (conversation?.messages ?? []).flatMap((message, index) =>
    message.role === "assistant" && message.content !== undefined && message.content !== ""
      ? [{ index, text: message.content }]
      : [],
  );
  return said.length > 0 ? said : [{ index: 0, text: actualOutput }];
}

function explain({ passed, total, passing }: CitationReading, verdicts: readonly CitationFinding[]): string {
  if (passed) return `${passing.length} of ${total} answers cite a source.`;
  return `None of ${total} answers passes: ${verdicts[0]?.why ?? noSection}.`;
}
