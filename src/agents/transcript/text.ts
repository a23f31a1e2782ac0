/**
 * Formats transcripts as text for people and judges. Every item starts a line with its type, and its further lines are
 * indented, so that no text from an agent can pose as the result of a tool.
 */
import type { Entry, ToolResult } from "../../core/entry.ts";
import { type Call, type OwnEntries, toCall, unknownTool } from "./call.ts";
import { cutMiddle, toOneLine, indentLines } from "./cut.ts";
import { pairEntries } from "./pairing.ts";
import { previewJson } from "./sanitize-json.ts";

export { cutMiddle } from "./cut.ts";

/** The longest tool name that is shown. */
const nameLength = 80;

/** One typed item: `head` is from AXIS, `body` is from the agent or a tool. */
interface Item {
  readonly head: string;
  readonly body: string;
}

/** Formats the whole transcript, one numbered item per entry. Entries are dropped from the middle and counted there. */
export function formatTranscript(
  entries: readonly Entry[],
  limits: { readonly entry: number; readonly whole: number } = { entry: 2000, whole: 50_000 },
): string {
  const { partners } = pairEntries(entries);
  const write = (at: number) => {
    const { head, body } = entryItem(entries[at]!, partners[at]!);
    return formatItem({ head: `[${at + 1}] ${head}`, body: indentLines(body, limits.entry) });
  };
  const all = takeWhile(forwards(entries.length), write, limits.whole);
  if (all.length === entries.length) return all.join("\n");
  return dropMiddle(entries.length, write, limits.whole);
}

function dropMiddle(count: number, write: (at: number) => string, limit: number): string {
  const room = limit - `\n[... ${count} entries cut ...]\n`.length;
  const front = takeWhile(forwards(count), write, Math.floor(room / 2));
  const left = room - front.join("\n").length;
  const back = takeWhile(backwards(count, front.length), write, left);
  // The last entry matters most, so it is cut rather than dropped.
  if (back.length === 0) back.push(cutMiddle(write(count - 1), Math.max(0, left)));
  const dropped = count - front.length - back.length;
  const mark = dropped === 0 ? [] : [`[... ${dropped} entries cut ...]`];
  return cutMiddle([...front, ...mark, ...back.toReversed()].join("\n"), limit);
}

function* forwards(count: number): Generator<number> {
  for (let at = 0; at < count; at += 1) yield at;
}

function* backwards(count: number, stop: number): Generator<number> {
  for (let at = count - 1; at >= stop; at -= 1) yield at;
}

/** Returns lines for as many positions as fit into `limit` characters, including the line breaks between them. */
function takeWhile(positions: Iterable<number>, write: (at: number) => string, limit: number): string[] {
  const lines: string[] = [];
  let length = -1;
  for (const at of positions) {
    const line = write(at);
    length += line.length + 1;
    if (length > limit) break;
    lines.push(line);
  }
  return lines;
}

/** Formats one interaction: request and result share the space, and each is cut in its middle. */
export function formatInteraction(interaction: OwnEntries, entries: readonly Entry[], limit = 3000): string {
  const call = toCall(interaction, entries);
  const items = call === null ? [plainItem(interaction, entries)] : callItems(call, previewJson(call.input));
  return fitItems(items, limit);
}

function fitItems(items: readonly Item[], limit: number): string {
  const [first, second] = items;
  let heads = -1;
  for (const { head } of items) heads += formatItem({ head, body: " " }).length;
  const room = Math.max(0, limit - heads);
  const share = Math.max(Math.floor(room / items.length), room - (second?.body.length ?? 0));
  const lines = first === undefined ? [] : [{ head: first.head, body: indentLines(first.body, share) }];
  if (second !== undefined)
    lines.push({ head: second.head, body: indentLines(second.body, room - (lines[0]?.body.length ?? 0)) });
  return cutMiddle(lines.map(formatItem).join("\n"), limit);
}

function formatItem({ head, body }: Item): string {
  return body === "" ? head : `${head}: ${body}`;
}

function plainItem({ entryIndices }: OwnEntries, entries: readonly Entry[]): Item {
  const items = entryIndices.flatMap((index) => {
    const entry = entries[index];
    return entry === undefined ? [] : [entryItem(entry, -1)];
  });
  return { head: items[0]?.head ?? "nothing", body: items.map((item) => item.body).join("\n") };
}

function callItems(call: Call, input: string): Item[] {
  const items = call.use === null ? [] : [useItem(call, input)];
  if (call.result !== null) items.push({ head: resultHead(call.result), body: call.result.output });
  else if (call.error !== null) items.push({ head: "error", body: call.error.message });
  else items.push({ head: "no result", body: "" });
  return items;
}

/** `partner` is the position of the call that the entry answers, or -1. */
function entryItem(entry: Entry, partner: number): Item {
  const answered = partner === -1 ? "" : ` of [${partner + 1}]`;
  switch (entry.type) {
    case "assistant":
      return { head: entry.thought === true ? "assistant (thought)" : "assistant", body: entry.text };
    case "user":
    case "system":
      return { head: entry.type, body: entry.text };
    case "tool_use":
      return useItem(entry, previewJson(entry.input));
    case "tool_result":
      return { head: resultHead(entry, answered), body: entry.output };
    case "error":
      return { head: `error${answered}`, body: entry.message };
  }
}

function useItem({ tool, locations }: Pick<Call, "tool" | "locations">, input: string): Item {
  const places = locations === undefined || locations.length === 0 ? "" : `\nlocations: ${locations.join(", ")}`;
  return { head: `tool_use ${shortenToolName(tool)}`, body: input + places };
}

function resultHead(result: ToolResult, answered = ""): string {
  const facts = [result.isError ? "error" : "ok"];
  if (result.exitCode !== undefined) facts.push(`exit code ${result.exitCode}`);
  if (result.httpStatus !== undefined) facts.push(`HTTP ${result.httpStatus}`);
  return `tool_result${answered} (${facts.join(", ")})`;
}

/** Shortens a tool's name to one line that can be shown. */
export function shortenToolName(tool: string): string {
  return toOneLine(tool, nameLength) || unknownTool;
}
