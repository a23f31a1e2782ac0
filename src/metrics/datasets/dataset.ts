/** A named list of items in memory. Reads and writes JSON, JSONL, CSV and YAML; `stream` reads without loading. */
import { z } from "zod";
import type { DatasetItem } from "../../core/dataset-item.ts";
import { AxisError } from "../../core/error.ts";
import { writeFileOrPipe } from "../../core/files/write-file.ts";
import { foldKeys, keyTable } from "../../core/keys/fold-keys.ts";
import { parseItem } from "../../core/item/parse-item.ts";
import { omitUndefined } from "../../core/json.ts";
import { readDocument } from "./document.ts";
import { type DatasetFormat, detectFormat, streamItems } from "./formats.ts";
import { selectItems } from "./items.ts";
import type { DatasetIssue, ReadOptions } from "./read-options.ts";
import { datasetError } from "./record.ts";
import { type DatasetSummary, summarizeDataset, formatSummary } from "./summary.ts";
import { formatFile, type WriteOptions } from "./write.ts";

/** The metadata of a dataset. */
export const DatasetAbout = z.object({
  name: z.string().min(1),
  description: z.string().default(""),
  version: z.string().default("1.0"),
  createdAt: z.string(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type DatasetAbout = z.infer<typeof DatasetAbout>;

/** A string is used as the query. */
export type ItemInput = DatasetItem | Readonly<Record<string, unknown>> | string;

export class Dataset implements Iterable<DatasetItem> {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly createdAt: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Items that were skipped while reading. */
  readonly issues: readonly DatasetIssue[];
  readonly #items: DatasetItem[] = [];
  readonly #byId = new Map<string, DatasetItem>();

  constructor(about: Partial<DatasetAbout>, items: Iterable<ItemInput> = [], issues: readonly DatasetIssue[] = []) {
    const createdAt = about.createdAt ?? new Date().toISOString();
    const whole = DatasetAbout.parse({ ...about, createdAt, name: about.name ?? `dataset-${createdAt}` });
    this.name = whole.name;
    this.description = whole.description;
    this.version = whole.version;
    this.createdAt = whole.createdAt;
    this.metadata = whole.metadata;
    this.issues = issues;
    this.addItems(items);
  }

  static create(name: string, items: Iterable<ItemInput> = []): Dataset {
    return new Dataset({ name }, items);
  }

  static fromItems(items: Iterable<ItemInput>, about: Partial<DatasetAbout> = {}): Dataset {
    return new Dataset(about, items);
  }

  /** Reads a whole file; its extension decides the format. */
  static async read(
    path: string,
    options: ReadOptions = {},
    format: DatasetFormat = detectFormat(path),
  ): Promise<Dataset> {
    const issues: DatasetIssue[] = [];
    const onIssue = (issue: DatasetIssue) => {
      issues.push(issue);
      options.onIssue?.(issue);
    };
    const heard = { ...options, onIssue };
    const whole = format === "json" || format === "yaml" ? await readDocument(path, format) : undefined;
    const source = whole === undefined ? streamItems(path, heard, format) : selectItems([whole.records], path, heard);
    const items: DatasetItem[] = [];
    for await (const { item } of source) items.push(item);
    try {
      return new Dataset(readAbout(whole?.about, path), items, issues);
    } catch (error) {
      throw error instanceof AxisError ? datasetError(path, error.message, { cause: error }) : error;
    }
  }

  /** Yields the items of a file one by one, in constant memory. Ids are not stored, so duplicates go unnoticed. */
  static async *stream(path: string, options: ReadOptions = {}): AsyncGenerator<DatasetItem> {
    for await (const { item } of streamItems(path, options)) yield item;
  }

  static fromJson = (path: string, options?: ReadOptions) => Dataset.read(path, options, "json");
  static fromJsonl = (path: string, options?: ReadOptions) => Dataset.read(path, options, "jsonl");
  static fromCsv = (path: string, options?: ReadOptions) => Dataset.read(path, options, "csv");
  static fromYaml = (path: string, options?: ReadOptions) => Dataset.read(path, options, "yaml");
  static readonly readJson = Dataset.fromJson;
  static readonly readCsv = Dataset.fromCsv;

  toJson = (path: string, options?: WriteOptions) => this.#write(path, "json", options);
  toJsonl = (path: string, options?: WriteOptions) => this.#write(path, "jsonl", options);
  toCsv = (path: string, options?: WriteOptions) => this.#write(path, "csv", options);
  toYaml = (path: string, options?: WriteOptions) => this.#write(path, "yaml", options);

  get items(): readonly DatasetItem[] {
    return this.#items;
  }

  get size(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): Iterator<DatasetItem> {
    return this.#items.values();
  }

  /** Adds an item; throws if its id already exists. */
  addItem(input: ItemInput): this {
    const item = parseItem(typeof input === "string" ? { query: input } : input, `items[${this.size}]`);
    if (this.#byId.has(item.id)) throw datasetError(`items[${this.size}]`, `the id "${item.id}" already exists`);
    this.#byId.set(item.id, item);
    this.#items.push(item);
    return this;
  }

  addItems(items: Iterable<ItemInput>): this {
    for (const item of items) this.addItem(item);
    return this;
  }

  getItemById(id: string): DatasetItem | null {
    return this.#byId.get(id) ?? null;
  }

  filter(keep: (item: DatasetItem) => boolean, name = `${this.name} (filtered)`): Dataset {
    return new Dataset({ ...this.#about(), name }, this.#items.filter(keep));
  }

  getSummary(): DatasetSummary {
    return summarizeDataset(this);
  }

  getSummaryTable(): string {
    return formatSummary(this.getSummary());
  }

  #about(): DatasetAbout {
    const { name, description, version, createdAt, metadata } = this;
    return { name, description, version, createdAt, metadata };
  }

  async #write(path: string, format: DatasetFormat, options: WriteOptions = {}): Promise<void> {
    const { createdAt, ...rest } = this.#about();
    const about = { ...rest, [options.case === "camel" ? "createdAt" : "created_at"]: createdAt };
    await writeFileOrPipe(path, formatFile(format, { about, items: this.#items }, options));
  }
}

const aboutKeys = keyTable(Object.keys(DatasetAbout.shape));

/** A file without metadata is named after its path. */
function readAbout(about: Readonly<Record<string, unknown>> | undefined, path: string): Partial<DatasetAbout> {
  const read = DatasetAbout.partial().safeParse(foldKeys(about ?? {}, aboutKeys));
  if (!read.success) throw datasetError(path, z.prettifyError(read.error));
  return { name: path, ...omitUndefined(read.data) };
}
