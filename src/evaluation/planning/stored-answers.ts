/** Answers of models that were kept before, so that the same question about the same item costs nothing. */
import type { AnswerCache } from "../../models/cache/answer-cache.ts";
import { fileAnswerCache, type FileCacheOptions } from "../../models/cache/file-cache.ts";

/** Answers are kept in any case; `taken` says whether stored ones are used. */
export function storedAnswers({ taken, ...options }: FileCacheOptions & { readonly taken: boolean }): AnswerCache {
  const stored = fileAnswerCache(options);
  return taken ? stored : { get: async () => undefined, set: stored.set };
}
