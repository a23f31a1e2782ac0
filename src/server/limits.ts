/** How many requests one caller may send, and how large they may be. */

/** `burst` requests at once, then `perMinute`. */
export interface Allowance {
  readonly burst: number;
  readonly perMinute: number;
}

export interface ServerLimits {
  /** For one token, or for one address without a token. */
  readonly reads: Allowance;
  readonly writes: Allowance;
  /** Invalid tokens from one address. */
  readonly failedTokens: Allowance;
  readonly bodyBytes: number;
  readonly bundleBytes: number;
  readonly reportBytes: number;
  readonly headerBytes: number;
  readonly addressBytes: number;
  readonly jsonDepth: number;
  /** Time to send a request, and time to answer it; streams are exempt. */
  readonly requestMs: number;
  readonly streamsPerCaller: number;
  /** A stream ends if its reader falls this far behind. */
  readonly streamBacklogBytes: number;
}

export const defaultLimits: ServerLimits = {
  reads: { burst: 100, perMinute: 600 },
  writes: { burst: 20, perMinute: 60 },
  failedTokens: { burst: 10, perMinute: 10 },
  bodyBytes: 1_048_576,
  bundleBytes: 209_715_200,
  reportBytes: 67_108_864,
  headerBytes: 16_384,
  addressBytes: 8_192,
  jsonDepth: 32,
  requestMs: 30_000,
  streamsPerCaller: 20,
  streamBacklogBytes: 1_048_576,
};
