/** Appends steps to a journal. Steps recorded at the same time share one write and one flush. */
import type { JournalStep } from "../../core/store.ts";
import { compactStep, formatRecord } from "./journal-record.ts";
import type { DiskFile } from "../disk/disk.ts";
import type { Redact } from "../documents/redact.ts";

/** A journal open for appending. */
export interface Journal {
  /** The steps on disk. */
  readonly steps: readonly JournalStep[];
  /** Resolves when the step is on disk. */
  record(step: JournalStep): Promise<void>;
  close(): Promise<void>;
}

/** What a journal needs for appending. */
export interface JournalTarget {
  readonly file: DiskFile;
  readonly redact: Redact;
  readonly now: () => Date;
  /** The steps already in the file. */
  readonly steps: JournalStep[];
}

interface Waiting {
  readonly line: string;
  readonly step: JournalStep;
  resolve(): void;
  reject(error: unknown): void;
}

/** Takes over an open file that ends with a complete record. */
export function openJournal({ file, redact, now, steps }: JournalTarget): Journal {
  let seq = steps.length;
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | null = null;
  /** After a failed write, the end of the file is unknown, and another record after it would be damage. */
  let broken: { error: unknown } | null = null;

  async function flush(): Promise<void> {
    await Promise.resolve(); // Steps recorded in the same tick share the first write.
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (broken !== null) throw broken.error;
        await file.write(Buffer.from(batch.map(({ line }) => line).join("")));
        await file.sync();
      } catch (error) {
        broken ??= { error };
        for (const { reject } of batch) reject(error);
        continue;
      }
      for (const { step, resolve } of batch) {
        steps.push(step);
        resolve();
      }
    }
    flushing = null;
  }

  return {
    steps,
    record: (step) =>
      new Promise((resolve, reject) => {
        const line = formatRecord({ seq: seq + 1, at: now().toISOString(), step }, redact);
        seq += 1;
        waiting.push({ line, step: compactStep(step), resolve, reject });
        flushing ??= flush();
      }),
    async close() {
      await flushing;
      broken ??= { error: new Error("The report is closed") };
      await file.close();
    },
  };
}
