/** An answer cache that lasts as long as the process. */
import type { Json } from "../../../core/json.ts";
import type { AnswerCache } from "./answer-cache.ts";

export function memoryAnswerCache(): AnswerCache {
  const answers = new Map<string, string>();
  return {
    async get(key) {
      const text = answers.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    },
    async set(key, answer) {
      // Stored as text, so that no caller can change what others will get.
      answers.set(key, JSON.stringify(answer));
    },
  };
}
