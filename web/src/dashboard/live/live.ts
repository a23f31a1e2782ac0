/** Events of the server: one stream for the whole page, reopened whenever it ends. */
import type { RunEventType } from "../../../../src/store/sql/runs/run-events.ts";
import { pause } from "../../data/pause.ts";
import { ApiError } from "../api/api-error.ts";
import type { Api } from "../api/api.ts";
import { createEventParser, type SentEvent } from "./event-parser.ts";

/** A hidden tab keeps its stream this long. */
const maxHiddenMs = 60_000;

/** Resolves when the tab is visible. */
async function waitUntilVisible(abort: AbortSignal): Promise<void> {
  while (document.hidden && !abort.aborted)
    await new Promise<void>((resolve) => {
      const over = new AbortController();
      const end = () => {
        over.abort();
        resolve();
      };
      document.addEventListener("visibilitychange", end, { signal: over.signal });
      abort.addEventListener("abort", end, { signal: over.signal });
    });
}

interface HiddenWatch extends Disposable {
  /** Aborted if the tab has been hidden for too long. */
  readonly signal: AbortSignal;
}

/** Watches until it is disposed. */
function watchHidden(): HiddenWatch {
  const left = new AbortController();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => left.abort(), maxHiddenMs);
  };
  document.addEventListener("visibilitychange", look, { signal: over.signal });
  look();
  return {
    signal: left.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      over.abort();
    },
  };
}

/** The server sends something every 15 s, so a stream silent for longer is dead. */
const maxSilenceMs = 40_000;

interface StreamRequest {
  readonly api: Api;
  /** Null for all workspaces. */
  readonly workspace: string | null;
  /** Resume after this event; null for new events only. */
  readonly last: string | null;
  readonly abort: AbortSignal;
}

/** Ends or throws if the server ends the stream, it goes silent, or the tab is hidden. */
async function* streamEvents(request: StreamRequest): AsyncGenerator<"open" | SentEvent> {
  const { api, workspace, last, abort } = request;
  const inattention = watchHidden();
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), maxSilenceMs);
  try {
    const answer = await api.open("/v1/events", {
      query: { workspace },
      abort: AbortSignal.any([abort, quiet.signal, inattention.signal]),
      ...(last !== null && { headers: { "Last-Event-ID": last } }),
    });
    yield "open";
    const lines = createEventParser();
    const text = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await text?.read(); piece?.value !== undefined; piece = await text?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), maxSilenceMs);
      yield* lines.read(piece.value);
    }
  } finally {
    clearTimeout(timer);
    inattention[Symbol.dispose]();
  }
}

/** `reset`: events may have been missed, so reload everything shown. */
export type LiveEvent =
  | { readonly type: "reset" }
  | {
      readonly type: RunEventType;
      readonly runId: string | null;
      readonly at: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

export type LiveStatus = "connecting" | "open" | "waiting";

export interface Live {
  /** Returns the function to unsubscribe. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  status(): LiveStatus;
  onStatus(listener: (status: LiveStatus) => void): () => void;
}

/** Longest pause between two attempts. */
const longestPauseMs = 15_000;

/** Opens the stream for one workspace, or for all if it is null. Disposing closes it. */
export function openLive(api: Api, workspace: string | null): Live & Disposable {
  const listeners = new Set<(event: LiveEvent) => void>();
  const watchers = new Set<(status: LiveStatus) => void>();
  const ended = new AbortController();
  let status: LiveStatus = "connecting";
  const setStatus = (next: LiveStatus) => {
    status = next;
    for (const watcher of watchers) watcher(next);
  };
  const emit = (event: LiveEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A broken listener must be reported, but must not keep events from the others.
        reportError(error);
      }
    }
  };
  void follow({ api, workspace, setStatus, emit, abort: ended.signal });
  return {
    subscribe: (listener) => addTo(listeners, listener),
    status: () => status,
    onStatus: (watcher) => addTo(watchers, watcher),
    [Symbol.dispose]: () => ended.abort(),
  };
}

function addTo<T>(set: Set<T>, member: T): () => void {
  set.add(member);
  return () => void set.delete(member);
}

interface Following {
  readonly api: Api;
  readonly workspace: string | null;
  readonly setStatus: (status: LiveStatus) => void;
  readonly emit: (event: LiveEvent) => void;
  readonly abort: AbortSignal;
}

async function follow(following: Following): Promise<void> {
  const { setStatus, abort } = following;
  const progress: Progress = { last: null, failures: 0 };
  while (!abort.aborted) {
    await waitUntilVisible(abort);
    try {
      await readEvents(following, progress);
    } catch (error) {
      if (abort.aborted || (error instanceof ApiError && error.kind === "login")) return;
      progress.failures += 1;
    }
    if (abort.aborted) return;
    setStatus("waiting");
    await pause(Math.min(longestPauseMs, 250 * 2 ** progress.failures), abort, { wakeOnline: true });
  }
}

interface Progress {
  /** The id to resume after. */
  last: string | null;
  failures: number;
}

/** Passes events on until the stream ends. */
async function readEvents(following: Following, progress: Progress): Promise<void> {
  const { setStatus, emit } = following;
  for await (const event of streamEvents({ ...following, last: progress.last })) {
    progress.failures = 0;
    if (event === "open") {
      setStatus("open");
      // Without an id to resume after, events may have been missed since the views loaded their data.
      if (progress.last === null) emit({ type: "reset" });
      continue;
    }
    progress.last = event.type === "reset" ? null : (event.id ?? progress.last);
    const liveEvent = toLiveEvent(event);
    if (liveEvent !== null) emit(liveEvent);
  }
}

/** Null for events about the stream itself. */
function toLiveEvent({ type, data }: SentEvent): LiveEvent | null {
  if (type === "reset") return { type };
  if (!/^(?:run|report|competition|worker)\./.test(type)) return null;
  const { run_id, at, workspace_id: _, ...rest } = JSON.parse(data) as Record<string, unknown>;
  return {
    type: type as RunEventType,
    runId: typeof run_id === "string" ? run_id : null,
    at: String(at),
    data: rest,
  };
}
