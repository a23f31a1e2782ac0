/**
 * Whether a request has a schema and a temperature. Not every model accepts both; what a model accepts is learned
 * from its rejections with status 400 or 422, until one request succeeds.
 */
import type { RequestFailure } from "./failure.ts";

export interface RequestMode {
  readonly schema: boolean;
  readonly temperature: boolean;
}

export interface LearnedMode {
  /** The mode to start with. */
  current(): RequestMode;
  /** Records that a request in this mode was answered. */
  answered(mode: RequestMode): void;
  /** The mode to try after this rejection; undefined if the rejection is final. */
  after(failure: RequestFailure, mode: RequestMode): RequestMode | undefined;
}

export function learnMode(first: RequestMode = { schema: true, temperature: true }): LearnedMode {
  let proven: RequestMode | undefined;
  return {
    current: () => proven ?? first,
    answered(mode) {
      proven ??= mode;
    },
    after({ status, parameter }, mode) {
      if (proven !== undefined || (status !== 400 && status !== 422)) return undefined;
      const part = parameter === undefined ? selectPart(mode) : findPart(parameter);
      return part === undefined || !mode[part] ? undefined : { ...mode, [part]: false };
    },
  };
}

/** If the provider does not name the rejected parameter, the schema is the more likely one. */
function selectPart(mode: RequestMode): keyof RequestMode {
  return mode.schema ? "schema" : "temperature";
}

/** Parameters such as `temperature`, `response_format` or `text.format.schema`. Dropping others would not help. */
function findPart(parameter: string): keyof RequestMode | undefined {
  if (parameter === "temperature") return "temperature";
  return /\bformat\b|response_format|output_config/.test(parameter) ? "schema" : undefined;
}
