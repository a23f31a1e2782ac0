/** How much one caller may ask for, and how large it may be. */

/** So many at once, then so many a minute. */
export interface Allowance {
  readonly burst: number;
  readonly perMinute: number;
}

export interface ServerLimits {
  /** Of one token, or of one address without a token. */
  readonly reads: Allowance;
  readonly writes: Allowance;
  /** Of one address: tokens that do not count. */
  readonly failedTokens: Allowance;
  readonly bodyBytes: number;
  readonly bundleBytes: number;
  readonly headerBytes: number;
  readonly addressBytes: number;
  readonly jsonDepth: number;
  /** To send a request, and to answer it; streams are apart. */
  readonly requestMs: number;
  readonly streamsPerCaller: number;
  /** A stream whose reader is so far behind is ended. */
  readonly streamBacklogBytes: number;
}

export const defaultLimits: ServerLimits = {
  reads: { burst: 100, perMinute: 600 },
  writes: { burst: 20, perMinute: 60 },
  failedTokens: { burst: 10, perMinute: 10 },
  bodyBytes: 1_048_576,
  bundleBytes: 209_715_200,
  headerBytes: 16_384,
  addressBytes: 8_192,
  jsonDepth: 32,
  requestMs: 30_000,
  streamsPerCaller: 20,
  streamBacklogBytes: 1_048_576,
};
