/** W3C trace context: the trace that something belongs to, as passed in headers, variables and rows. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the process that started the trace records it. */
  readonly isSampled: boolean;
}

/** Versions after 00 may append fields; ff is not a valid version. */
const shape =
  /^(?<version>[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?<rest>-.*)?$/;
const allZeros = /^0+$/;

/** Null if the text is not a trace context. */
export function readTraceparent(text: string | null | undefined): TraceContext | null {
  const groups = shape.exec(text ?? "")?.groups;
  if (groups === undefined) return null;
  const { version, traceId = "", spanId = "", flags = "", rest } = groups;
  if (version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (allZeros.test(traceId) || allZeros.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
