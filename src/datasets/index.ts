/** The datasets room: items in files, read whole or as a stream, and written. */
export { Dataset, type DatasetAbout, type ItemInput } from "./dataset.ts";
export { type DatasetFormat, formatOf, streamItems } from "./formats.ts";
export type { SourceItem } from "./items.ts";
export type { DatasetIssue, ReadOptions } from "./read-options.ts";
export type { DatasetSummary } from "./summary.ts";
export type { WriteOptions } from "./write.ts";
