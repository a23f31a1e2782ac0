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
      if (mode.temperature && (parameter === "temperature" || !mode.schema)) return { ...mode, temperature: false };
      return mode.schema ? { ...mode, schema: false } : undefined;
    },
  };
}
