/** Reads JSON of unknown shape: missing parts are empty and never cause an exception. */

export type JsonView = Readonly<Record<string, unknown>>;

const emptyView: JsonView = Object.freeze({});

export function toObject(value: unknown): JsonView {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonView) : emptyView;
}

export function toList(value: unknown): readonly JsonView[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
