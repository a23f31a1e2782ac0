/** An answer cache in a folder, one file per answer. It may be deleted at any time. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorMessage, systemCode } from "../../../core/error.ts";
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
        await writeAtomically(cachePath(folder, key), redact(`${JSON.stringify({ version: 1, key, answer })}\n`));
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

/** Writes a temporary file and renames it: a reader sees all of it or nothing. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await mkdir(join(file, ".."), { recursive: true });
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
