/** An answer cache that lives as long as the process. */
import type { Json } from "../../core/json.ts";
import type { AnswerCache } from "./answer-cache.ts";

export function memoryAnswerCache(): AnswerCache {
  const answers = new Map<string, string>();
  return {
    async get(key) {
      const text = answers.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as Json);
    },
    async set(key, answer) {
      // As text, so that nobody can change what others will be given.
      answers.set(key, JSON.stringify(answer));
    },
  };
}
