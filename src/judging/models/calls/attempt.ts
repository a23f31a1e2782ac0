/** One request through the AI SDK; its outcome is returned as a value. */
import { brokenAnswer, describeCallError, type RequestFailure, stopped, timedOut, unsendable } from "./failure.ts";

export type Sent<R> =
  | { readonly status: "replied"; readonly reply: R }
  | { readonly status: "failed"; readonly failure: RequestFailure };

export interface CallAttempt {
  readonly abort: AbortSignal;
  readonly nowMs: () => number;
}

type Sdk = typeof import("ai");

/** Never rejects: an error of the provider, the network or a package becomes a failure with a code. */
export async function attemptCall<R>(
  { abort, nowMs, timeoutMs }: CallAttempt & { readonly timeoutMs: number },
  call: (sdk: Sdk, abort: AbortSignal) => Promise<R>,
): Promise<Sent<R>> {
  // The SDK prints warnings by default; a handler set by the user stays in place.
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
  const sdk = await import("ai");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return { status: "replied", reply: await call(sdk, AbortSignal.any([abort, timeout])) };
  } catch (error) {
    if (abort.aborted) return failed({ ...stopped(abort), reached: true, costUsd: null });
    if (timeout.aborted) return failed(timedOut(timeoutMs));
    if (sdk.APICallError.isInstance(error)) return failed(describeCallError(error, nowMs()));
    return failed(isInputError(error, sdk) ? unsendable(error) : brokenAnswer(error));
  }
}

/** SDK errors about its input. All other errors are about the response. */
function isInputError(error: unknown, sdk: Sdk): boolean {
  return [
    sdk.InvalidArgumentError,
    sdk.InvalidPromptError,
    sdk.LoadAPIKeyError,
    sdk.LoadSettingError,
    sdk.NoSuchModelError,
    sdk.UnsupportedFunctionalityError,
    sdk.UnsupportedModelVersionError,
  ].some((kind) => kind.isInstance(error));
}

function failed(failure: RequestFailure): { readonly status: "failed"; readonly failure: RequestFailure } {
  return { status: "failed", failure };
}
