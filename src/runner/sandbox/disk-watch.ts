/** Watches how much a run writes: the kernel limits single files only, so AXIS adds up its folders from time to time. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const lookEveryMs = 5_000;

export interface DiskWatchOptions {
  readonly folders: readonly string[];
  /** What the run may write besides what is there now. */
  readonly limitBytes: number;
  /** Called once, when it has written more. */
  readonly onExceeded: () => void;
  /** Default 5 s. */
  readonly everyMs?: number;
}

export class DiskWatch implements Disposable {
  readonly #options: DiskWatchOptions;
  readonly #before: number;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;
  #isExceeded = false;

  private constructor(options: DiskWatchOptions, before: number) {
    this.#options = options;
    this.#before = before;
    this.#timer = setInterval(() => void this.#look(), options.everyMs ?? lookEveryMs).unref();
  }

  /** Measures what is there already, and starts to watch. */
  static async open(options: DiskWatchOptions): Promise<DiskWatch> {
    return new DiskWatch(options, await measureFolders(options.folders));
  }

  /** Looks once more, and says whether the limit was exceeded at any time. */
  async finish(): Promise<boolean> {
    this[Symbol.dispose]();
    await this.#look();
    return this.#isExceeded;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isExceeded) return;
    this.#isLooking = true;
    const written = (await measureFolders(this.#options.folders)) - this.#before;
    this.#isLooking = false;
    if (written <= this.#options.limitBytes || this.#isExceeded) return;
    this.#isExceeded = true;
    this.#options.onExceeded();
  }
}

/** What the folders take on disk, holes not included. What disappears or cannot be read meanwhile counts as nothing. */
export async function measureFolders(folders: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const below: string[] = [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) below.push(path);
      else bytes += ((await lstat(path).catch(() => null))?.blocks ?? 0) * 512;
    }
    bytes += await measureFolders(below);
  }
  return bytes;
}
