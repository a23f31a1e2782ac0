/** Notices that files changed: the system says so where it can, and a look from time to time finds the rest. */
import { type FSWatcher, watch } from "node:fs";

export interface Watched {
  /** Changes when anything may have. */
  readonly version: () => Promise<string>;
  /** The system is asked to tell of changes in it. */
  readonly folder: string;
  readonly lookEveryMs: number;
}

/** What the system tells comes in bursts. */
const burstMs = 100;

/** Looks only while somebody wants to know. */
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

  /** When resolved, every change from then on is told, until disposed. */
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
      // A folder that is not there, or too many watches: looking from time to time finds everything too.
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
    // A folder that is being removed or moved has no version: the next look sees what became of it, and that it is news.
    const version = await this.#watched.version().catch(() => "");
    const isNews = this.#seen !== undefined && this.#seen !== version;
    this.#seen = version;
    if (isNews) for (const listener of this.#listeners) listener();
  }
}
