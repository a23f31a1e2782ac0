/** The entries of a turn that are kept in memory: the beginning and the end, however much the agent prints. */
import type { Entry } from "../core/entry.ts";
import { formatCount } from "../core/format-count.ts";

export interface EntryLimits {
  /** In characters, and in entries: how much of the beginning is kept. */
  readonly head: number;
  readonly headEntries: number;
  /** The same for the end. */
  readonly tail: number;
  readonly tailEntries: number;
}

/** Scoring holds an entry in several forms at once, so this is a small part of the memory that a run may take. */
const firstTurn: EntryLimits = {
  head: 12 * 1024 ** 2,
  headEntries: 75_000,
  tail: 4 * 1024 ** 2,
  tailEntries: 25_000,
};

/** Each repair turn may keep half as much as the one before it, so that all of them together have a limit too. */
export function limitEntries(turn: number): EntryLimits {
  const share = turn === 0 ? 1 : 2 ** -Math.min(turn + 1, 12);
  return {
    head: firstTurn.head * share,
    headEntries: Math.ceil(firstTurn.headEntries * share),
    tail: firstTurn.tail * share,
    tailEntries: Math.ceil(firstTurn.tailEntries * share),
  };
}

export class KeptEntries {
  readonly #limits: EntryLimits;
  readonly #head: Entry[] = [];
  #headRoom: number;
  #isHeadFull = false;
  /** The end, with what is no longer part of it in front of `#first`. */
  #tail: (Entry | null)[] = [];
  #first = 0;
  #tailSize = 0;
  #dropped = 0;
  #droppedTime: string | null = null;
  /** Whether the agent has called a tool decides whose failure an early end is, so one call is always kept. */
  #firstCall: Entry | null = null;
  #hasCall = false;

  constructor(limits: EntryLimits = firstTurn) {
    this.#limits = limits;
    this.#headRoom = limits.head;
  }

  /** How many entries were left out. */
  get dropped(): number {
    return this.#dropped;
  }

  push(entry: Entry): void {
    const size = measureEntry(entry);
    if (!this.#isHeadFull && size <= this.#headRoom && this.#head.length < this.#limits.headEntries) {
      this.#headRoom -= size;
      this.#head.push(entry);
      this.#hasCall ||= entry.type === "tool_use";
      return;
    }
    this.#isHeadFull = true;
    this.#tail.push(entry);
    this.#tailSize += size;
    this.#shorten();
  }

  /** Returns the kept entries in order; where some are missing, an entry says how many. */
  list(): readonly Entry[] {
    if (!this.#isHeadFull) return this.#head;
    const text = `[axis: left out ${formatCount(this.#dropped, "transcript line")} here; the raw file has what the agent printed]`;
    const gap: Entry[] = this.#dropped === 0 ? [] : [{ type: "system", timestamp: this.#droppedTime, text }];
    const call = this.#hasCall || this.#firstCall === null ? [] : [this.#firstCall];
    return [...this.#head, ...gap, ...call, ...this.#tail.filter((entry) => entry !== null)];
  }

  /** Drops from the front of the end what is too much; the last entry always stays. */
  #shorten(): void {
    const { tail, tailEntries } = this.#limits;
    while (this.#tail.length - this.#first > 1) {
      if (this.#tailSize <= tail && this.#tail.length - this.#first <= tailEntries) break;
      const entry = this.#tail[this.#first] as Entry;
      this.#tail[this.#first] = null;
      this.#first += 1;
      this.#tailSize -= measureEntry(entry);
      this.#drop(entry);
    }
    // Moving the rest to the front once per many entries keeps the cost of each one constant.
    if (this.#first > tailEntries) {
      this.#tail = this.#tail.slice(this.#first);
      this.#first = 0;
    }
  }

  #drop(entry: Entry): void {
    if (this.#dropped === 0) this.#droppedTime = entry.timestamp;
    this.#dropped += 1;
    if (entry.type === "tool_use") this.#firstCall ??= { ...entry, input: null };
  }
}

/** The characters of an entry, and something for the entry itself. */
export function measureEntry(entry: Entry): number {
  const own = 100;
  switch (entry.type) {
    case "assistant":
    case "user":
    case "system":
      return own + entry.text.length;
    case "tool_use":
      return own + entry.tool.length + measureJson(entry.input);
    case "tool_result":
      return own + entry.output.length + measureJson(entry.input);
    case "error":
      return own + entry.message.length;
  }
}

function measureJson(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
