/** News that may come often, told at once and then at most once in a while; the last of them is never missed. */

/** About one thing at most once a second. */
const usualPauseMs = 1_000;

export class CalmNews implements Disposable {
  /** By what the news is about: whether there was more since it was told last. */
  readonly #told = new Map<string, { timer: NodeJS.Timeout; isMore: boolean }>();

  constructor(
    readonly tell: (about: string) => void,
    readonly pauseMs = usualPauseMs,
  ) {}

  changed(about: string): void {
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
