/** A cache of model answers, so that asking the same question about the same item again costs nothing. */
import type { AnswerCache } from "../../../judging/models/cache/answer-cache.ts";
import { fileAnswerCache, type FileCacheOptions } from "../../../judging/models/cache/file-cache.ts";

/** Always stores answers; `taken` decides whether stored answers are used. */
export function openStoredAnswers({ taken, ...options }: FileCacheOptions & { readonly taken: boolean }): AnswerCache {
  const stored = fileAnswerCache(options);
  return taken ? stored : { get: async () => undefined, set: stored.set };
}
