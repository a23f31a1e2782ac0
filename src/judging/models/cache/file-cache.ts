/** An answer cache in a folder, one file per answer. It may be deleted at any time. */
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { errorMessage, systemCode } from "../../../core/error.ts";
import { replaceFile } from "../../../core/files/write-file.ts";
import type { Json } from "../../../core/json.ts";
import type { AnswerCache } from "./answer-cache.ts";

export interface FileCacheOptions {
  /** Usually `.axis/judge-cache`. Created when the first answer is stored. */
  readonly folder: string;
  /** Applied to everything that is written. */
  readonly redact?: (text: string) => string;
  /** Called once if the cache cannot be used; that is not a failure. */
  readonly onWarning?: (message: string) => void;
}

const CacheFile = z.object({ version: z.literal(1), key: z.string(), answer: z.json() });

export function fileAnswerCache({ folder, redact = (text) => text, onWarning }: FileCacheOptions): AnswerCache {
  let warned = false;
  const warn = (message: string) => {
    if (!warned) onWarning?.(message);
    warned = true;
  };
  return {
    async get(key) {
      const file = cachePath(folder, key);
      try {
        const stored = CacheFile.parse(JSON.parse(await readFile(file, "utf8")));
        if (stored.key === key) return stored.answer as Json;
        warn(`${file} contains a different answer than its name says; the model is asked again`);
      } catch (error) {
        if (systemCode(error) !== "ENOENT") warn(`${file} could not be read; the model is asked again`);
      }
      return undefined;
    },
    async set(key, answer) {
      try {
        const file = cachePath(folder, key);
        await mkdir(dirname(file), { recursive: true });
        // Not flushed: an answer that is lost is asked for again.
        await replaceFile(file, redact(`${JSON.stringify({ version: 1, key, answer })}\n`), { flush: false });
      } catch (error) {
        warn(`Could not store answers in ${folder}: ${errorMessage(error)}`);
      }
    },
  };
}

/** Keys are digests, so they are safe as file names. Two levels keep folders small. */
function cachePath(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), `${key}.json`);
}
