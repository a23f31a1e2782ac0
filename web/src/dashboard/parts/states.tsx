/** Placeholders for a view that is loading, empty or failed. */
import type { ComponentChild, ComponentChildren } from "preact";
import { safeLine } from "../../text/safe.ts";
import type { ApiError, ApiErrorKind } from "../api/api-error.ts";
import type { Loaded } from "./use-loaded.ts";

interface ShowLoadedProps<T> {
  readonly loaded: Loaded<T>;
  readonly again: () => void;
  readonly children: (value: T) => ComponentChild;
}

/** The value, with the error above it if reloading failed. */
export function ShowLoaded<T>({ loaded, again, children }: ShowLoadedProps<T>) {
  return (
    <>
      {loaded.state === "failed" && <Failure error={loaded.error} again={again} />}
      {loaded.value !== null && children(loaded.value)}
      {loaded.state === "loading" && loaded.value === null && <Loading />}
    </>
  );
}

export function Loading() {
  return (
    <p class="state loading" role="status">
      Loading
    </p>
  );
}

/** There is no data, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

const titles: Readonly<Record<ApiErrorKind, string>> = {
  login: "Token required",
  "no-permission": "No permission",
  "not-found": "Not found",
  "rate-limited": "Too many requests",
  offline: "Offline",
  refused: "Invalid request",
  broken: "The server failed",
};

const advice: Partial<Record<ApiErrorKind, string>> = {
  "no-permission": "Sign in with a token that allows it. Create one with: axis token create",
  offline: "This is the last known state. The page continues when the server responds again.",
};

/** Why something failed, with a button to try again if that can help. */
export function Failure({ error, again }: { error: ApiError; again?: (() => void) | undefined }) {
  const { kind, facts } = error;
  const wait = facts.retryAfterSeconds;
  return (
    <div class={`state failure ${kind}`} role="alert">
      <p class="state-title">{titles[kind]}</p>
      <p>
        {toSentence(error.message)}
        {wait !== undefined && ` Wait ${wait} s.`} {advice[kind] ?? (facts.hint && toSentence(facts.hint))}
      </p>
      {facts.requestId !== undefined && <p class="request-id">Request {safeLine(facts.requestId, 60)}</p>}
      {again !== undefined && kind !== "no-permission" && kind !== "not-found" && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The server's messages have no full stop. */
function toSentence(text: string): string {
  const line = safeLine(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
