/** Evaluations under .axis: their pages, and row counts for those that have no page yet. */
import { open, readdir, readFile, stat } from "node:fs/promises";
import { nameProblem } from "../../core/names/names.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { ListedEvaluation } from "../../report/html/listing-index.ts";
import { evaluationsFolder } from "../../store/paths.ts";
import type { PageContent } from "./served-page.ts";

/** Counts the lines of a growing file, reading each byte once. */
const chunkBytes = 262_144;

export class LineCounter {
  #lines = 0;
  #offset = 0;

  /** The number of complete lines so far. */
  async count(path: string): Promise<number> {
    await using file = await open(path);
    const { size } = await file.stat();
    // A smaller file means it was replaced by a new one with the same name.
    if (size < this.#offset) [this.#lines, this.#offset] = [0, 0];
    const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(1, size - this.#offset)));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, this.#offset);
      if (bytesRead === 0) return this.#lines;
      this.#offset += bytesRead;
      for (let at = chunk.indexOf(10); at !== -1 && at < bytesRead; at = chunk.indexOf(10, at + 1)) this.#lines += 1;
    }
  }
}

/** Pages that AXIS writes are far smaller. */
const maxPageBytes = 200_000_000;

/** In base91, or in base64 as earlier versions wrote it. */
const blockPattern = /<script type="text\/plain" id="([\w.]+)">[!-%'-;=?-~]*<\/script>\n/g;

export class EvaluationFiles {
  readonly #folder: string;
  readonly #counts = new Map<string, LineCounter>();

  constructor(configDir: string) {
    this.#folder = evaluationsFolder(configDir);
  }

  async version(): Promise<string> {
    const files = await this.#listFiles();
    return JSON.stringify(files.map(({ name, changedMs, bytes }) => [name, changedMs, bytes]));
  }

  async list(): Promise<ListedEvaluation[]> {
    const files = await this.#listFiles();
    const pages = new Set(files.filter(({ end }) => end === "html").map(({ stem }) => stem));
    const listed: ListedEvaluation[] = [];
    for (const { name, stem, end, changedMs } of files) {
      if (end === "jsonl" && pages.has(stem)) continue;
      const rows = end === "jsonl" ? await this.#countRows(name) : null;
      listed.push({ name: stem, isWritten: end === "html", rows, changedAt: new Date(changedMs).toISOString() });
    }
    return listed;
  }

  /** The data blocks of a page, and nothing else from it; undefined if there is no such page. */
  async page(name: string): Promise<PageContent | undefined> {
    if (nameProblem(name) !== null) return undefined;
    const known = (await this.#listFiles()).find(({ stem, end }) => stem === name && end === "html");
    if (known === undefined || known.bytes > maxPageBytes) return undefined;
    const text = await readFile(await resolveInside(this.#folder, known.name), "utf8");
    const blocks = [...text.matchAll(blockPattern)].map(([element, id]) => ({ element, id }));
    const index = blocks.find(({ id }) => id === "index");
    if (index === undefined) return undefined;
    return { index: index.element, blocks: blocks.filter((block) => block !== index).map(({ element }) => element) };
  }

  async #countRows(name: string): Promise<number> {
    const count = this.#counts.get(name) ?? new LineCounter();
    this.#counts.set(name, count);
    return await count.count(await resolveInside(this.#folder, name));
  }

  /** Newest first. Only plain files: a link could point anywhere. */
  async #listFiles() {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []); // The folder does not exist yet.
    const found = entries.filter((entry) => entry.isFile()).flatMap(({ name }) => parseFileName(name));
    const files = await Promise.all(
      found.map(async (file) => {
        const { mtimeMs, size } = await stat(`${this.#folder}/${file.name}`);
        return { ...file, changedMs: mtimeMs, bytes: size };
      }),
    );
    return files.toSorted((a, b) => b.changedMs - a.changedMs);
  }
}

function parseFileName(name: string) {
  const [, stem, end] = /^(.+)\.(html|jsonl)$/.exec(name) ?? [];
  return stem === undefined || nameProblem(stem) !== null ? [] : [{ name, stem, end: end as "html" | "jsonl" }];
}
