/**
 * How much a model is asked for: a schema it is held to, and a temperature. Not every model takes both; which ones do
 * is learnt from what it refuses with status 400 or 422, until one request has been answered.
 */
import type { RequestFailure } from "./failure.ts";

export interface RequestMode {
  readonly schema: boolean;
  readonly temperature: boolean;
}

export interface KnownMode {
  /** The mode to start with. */
  current(): RequestMode;
  /** A request in this mode was answered. */
  answered(mode: RequestMode): void;
  /** The mode to try after this refusal, or undefined where the refusal is final. */
  after(failure: RequestFailure, mode: RequestMode): RequestMode | undefined;
}

export function learnMode(first: RequestMode = { schema: true, temperature: true }): KnownMode {
  let proven: RequestMode | undefined;
  return {
    current: () => proven ?? first,
    answered(mode) {
      proven ??= mode;
    },
    after({ status, parameter }, mode) {
      if (proven !== undefined || (status !== 400 && status !== 422)) return undefined;
      const part = parameter === undefined ? firstPart(mode) : partNamed(parameter);
      return part === undefined || !mode[part] ? undefined : { ...mode, [part]: false };
    },
  };
}

/** Where the provider does not say what it did not like, the schema is the likelier one. */
function firstPart(mode: RequestMode): keyof RequestMode {
  return mode.schema ? "schema" : "temperature";
}

/** Parameters such as `temperature`, `response_format` or `text.format.schema`. Of others, less will not help. */
function partNamed(parameter: string): keyof RequestMode | undefined {
  if (parameter === "temperature") return "temperature";
  return /\bformat\b|response_format|output_config/.test(parameter) ? "schema" : undefined;
}
