/** Throttles notifications that may come often: the first is sent at once, and the last one is never lost. */

/** At most one notification per subject and second. */
const defaultPauseMs = 1_000;

export class ThrottledNotifier implements Disposable {
  /** By subject: whether it changed again since the last notification. */
  readonly #told = new Map<string, { timer: NodeJS.Timeout; isMore: boolean }>();

  constructor(
    readonly tell: (about: string) => void,
    readonly pauseMs = defaultPauseMs,
  ) {}

  notify(about: string): void {
    const told = this.#told.get(about);
    if (told === undefined) this.#tell(about);
    else told.isMore = true;
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#told.values()) clearTimeout(timer);
    this.#told.clear();
  }

  #tell(about: string): void {
    this.tell(about);
    const timer = setTimeout(() => {
      const isMore = this.#told.get(about)?.isMore === true;
      this.#told.delete(about);
      if (isMore) this.#tell(about);
    }, this.pauseMs);
    this.#told.set(about, { timer, isMore: false });
  }
}
