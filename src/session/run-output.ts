/** The files that take what a run prints: closed with the run, however it ends. */
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

  /** All that was printed is on disk when resolved. The mark is that of the raw file. */
  async close(): Promise<FileMark> {
    const [mark] = await Promise.all([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
    return mark;
  }

  /** After a run that failed: its own error says what is wrong, and closing twice does no harm. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.raw.close(), this.debug?.stdout.close(), this.debug?.stderr.close()]);
  }
}
