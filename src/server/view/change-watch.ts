/** Detects file changes: by file system notifications where possible, and by polling for the rest. */
import { type FSWatcher, watch } from "node:fs";

export interface WatchTarget {
  /** A text that changes whenever the files may have changed. */
  readonly version: () => Promise<string>;
  /** The folder whose notifications to listen to. */
  readonly folder: string;
  readonly lookEveryMs: number;
}

/** Notifications arrive in bursts; one check per burst is enough. */
const debounceMs = 100;

/** Checks only while there are listeners. */
export class ChangeWatch {
  readonly #watched: WatchTarget;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #debounce: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #lastVersion: string | undefined;
  #checking: Promise<void> | undefined;

  constructor(watched: WatchTarget) {
    this.#watched = watched;
  }

  /** Once resolved, the listener hears of every later change until disposed. */
  async subscribe(listener: () => void): Promise<Disposable> {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#start();
    await this.#check();
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#stop();
      },
    };
  }

  #start(): void {
    this.#lastVersion = undefined;
    this.#timer = setInterval(() => void this.#check(), this.#watched.lookEveryMs);
    try {
      this.#watcher = watch(this.#watched.folder, () => this.#scheduleCheck());
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // The folder is missing or there are too many watchers: polling finds all changes as well.
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#debounce);
    this.#debounce = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #scheduleCheck(): void {
    this.#debounce ??= setTimeout(() => {
      this.#debounce = undefined;
      void this.#check();
    }, debounceMs);
  }

  #check(): Promise<void> {
    this.#checking ??= this.#compare().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #compare(): Promise<void> {
    // A folder that is being deleted or moved has no version. The next check sees the result and reports it as a change.
    const version = await this.#watched.version().catch(() => "");
    const isNews = this.#lastVersion !== undefined && this.#lastVersion !== version;
    this.#lastVersion = version;
    if (isNews) for (const listener of this.#listeners) listener();
  }
}
