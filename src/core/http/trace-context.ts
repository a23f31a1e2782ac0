/** W3C trace context: the trace something belongs to, as it travels in headers, variables and rows. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether whoever began the trace keeps it. */
  readonly isSampled: boolean;
}

/** Versions after 00 may add fields at the end; ff is no version. */
const shape =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/;
const nothing = /^0+$/;

/** Null for what is no trace context. */
export function readTraceparent(text: string | null | undefined): TraceContext | null {
  const { version, traceId = "", spanId = "", flags = "", rest } = shape.exec(text ?? "")?.groups ?? {};
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (nothing.test(traceId) || nothing.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
