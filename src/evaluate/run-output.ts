/** The files that receive the output of a run; they are closed with the run, however it ends. */
import type { FileMark, RawFile, ReportHandle, RunSlot } from "../core/store.ts";

export class RunOutput implements AsyncDisposable {
  readonly raw: RawFile;
  readonly debug: { readonly stdout: RawFile; readonly stderr: RawFile } | undefined;

  private constructor(raw: RawFile, debug: RunOutput["debug"]) {
    this.raw = raw;
    this.debug = debug;
  }

  static async open(handle: ReportHandle, slot: RunSlot, isDebug: boolean): Promise<RunOutput> {
    const raw = await handle.openRaw(slot);
    if (!isDebug) return new RunOutput(raw, undefined);
    const stdout = await handle.openRaw(slot, "debug");
    return new RunOutput(raw, { stdout, stderr: await handle.openRaw(slot, "debug-stderr") });
  }

  /** Resolves when all output is on disk. The returned mark is that of the raw file. */
  async close(): Promise<FileMark> {
    const [mark] = await Promise.all([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
    return mark;
  }

  /** Runs after a failed run too: the run's own error matters, and closing twice does no harm. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
  }
}
