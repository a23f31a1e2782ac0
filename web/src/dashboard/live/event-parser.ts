/** Parses server-sent events from text that arrives in pieces of any size. */

export interface SentEvent {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

export interface EventParser {
  /** The events completed by this piece. */
  read(piece: string): SentEvent[];
}

/** One parser per stream. Our fields fit on one line; comments and unknown fields are skipped. */
export function createEventParser(): EventParser {
  let rest = "";
  return {
    read(piece) {
      const blocks = `${rest}${piece}`.split("\n\n");
      rest = blocks.pop() ?? "";
      return blocks.flatMap((block) => parseEvent(block) ?? []);
    },
  };
}

function parseEvent(block: string): SentEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  const data = fields.get("data");
  return data === undefined ? null : { id: fields.get("id") ?? null, type: fields.get("event") ?? "message", data };
}
