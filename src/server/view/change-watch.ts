/** Detects file changes: by file system notifications where possible, and by polling for the rest. */
import { type FSWatcher, watch } from "node:fs";

export interface Watched {
  /** A text that changes whenever the files may have changed. */
  readonly version: () => Promise<string>;
  /** The folder whose notifications to listen to. */
  readonly folder: string;
  readonly lookEveryMs: number;
}

/** Notifications arrive in bursts; one check per burst is enough. */
const burstMs = 100;

/** Checks only while there are listeners. */
export class ChangeWatch {
  readonly #watched: Watched;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #burst: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #seen: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** Once resolved, the listener hears of every later change until disposed. */
  async subscribe(listener: () => void): Promise<Disposable> {
    this.#listeners.add(listener);
    if (this.#timer === undefined) this.#start();
    await this.#look();
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#stop();
      },
    };
  }

  #start(): void {
    this.#seen = undefined;
    this.#timer = setInterval(() => void this.#look(), this.#watched.lookEveryMs);
    try {
      this.#watcher = watch(this.#watched.folder, () => this.#soon());
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // The folder is missing or there are too many watchers: polling finds all changes as well.
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#burst);
    this.#burst = undefined;
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #soon(): void {
    this.#burst ??= setTimeout(() => {
      this.#burst = undefined;
      void this.#look();
    }, burstMs);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #compare(): Promise<void> {
    // A folder that is being deleted or moved has no version. The next check sees the result and reports it as a change.
    const version = await this.#watched.version().catch(() => "");
    const isNews = this.#seen !== undefined && this.#seen !== version;
    this.#seen = version;
    if (isNews) for (const listener of this.#listeners) listener();
  }
}
