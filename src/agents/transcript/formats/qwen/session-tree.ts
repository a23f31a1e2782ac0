/** Finds the conversation in a session file of Qwen Code: its records form a tree, and rewound branches do not count. */
import { type Fields, fieldsAt, itemsAt, textAt } from "../common/fields.ts";

export interface SessionRecord {
  readonly event: Fields;
  /** Of all lines with the record's id. */
  readonly parts: Fields[];
  /** Of the last line that has them. */
  usage: Fields | undefined;
}

export class SessionTree {
  readonly #records: SessionRecord[] = [];
  readonly #positions = new Map<string, number>();

  add(event: Fields): void {
    const id = textAt(event, "uuid") ?? "";
    const parts = [...itemsAt(fieldsAt(event, "message"), "parts")];
    const usage = fieldsAt(event, "usageMetadata");
    const known = this.#records[this.#positions.get(id) ?? -1];
    if (known !== undefined) {
      known.parts.push(...parts);
      known.usage = usage ?? known.usage;
      return;
    }
    this.#positions.set(id, this.#records.length);
    this.#records.push({ event, parts, usage });
  }

  /** Lists the records that count, in the order of the file. Those of sub-agents have chains of their own, and all count. */
  listConversation(): SessionRecord[] {
    const isOwn = this.#records.every(({ event }) => isOfSubAgent(event));
    const isMain = (position: number) => isOwn || !isOfSubAgent(this.#records[position]!.event);
    const chain = new Set<number>();
    let at = this.#records.findLastIndex(({ event }, position) => isMain(position) && endsBranch(event));
    while (at >= 0 && !chain.has(at)) {
      chain.add(at);
      at = this.#findParent(at);
    }
    return this.#records.filter((_, position) => chain.has(position) || !isMain(position));
  }

  /** If the parent's line is missing or unreadable, the record before takes its place. */
  #findParent(position: number): number {
    const parent = this.#records[position]!.event["parentUuid"];
    if (parent === null || parent === undefined) return -1;
    return this.#positions.get(String(parent)) ?? position - 1;
  }
}

export function isOfSubAgent(event: Fields): boolean {
  return event["isSidechain"] === true;
}

/** Records about the session itself, such as its title, may be outside the conversation. */
function endsBranch(event: Fields): boolean {
  const subtype = textAt(event, "subtype");
  return textAt(event, "type") !== "system" || subtype === "rewind" || subtype === "turn_result" || isApiError(event);
}

/** Telemetry about a request that the model's server did not answer. */
export function isApiError(event: Fields): boolean {
  return textAt(readTelemetry(event), "event.name") === "qwen-code.api_error";
}

export function readTelemetry(event: Fields): Fields | undefined {
  return fieldsAt(fieldsAt(event, "systemPayload"), "uiEvent");
}
