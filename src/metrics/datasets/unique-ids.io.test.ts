import { expect, test } from "vitest";
import type { DatasetIssue } from "./read-options.ts";
import { streamItems } from "./formats.ts";
import { temporaryFile } from "./temporary-file.fixture.ts";
import { checkUniqueIds } from "../evaluation/planning/source.ts";

async function idsIn(text: string, options: Parameters<typeof checkUniqueIds>[1] = {}): Promise<string[]> {
  const path = temporaryFile("items.jsonl", text);
  const ids: string[] = [];
  const source = { name: "items.jsonl", items: streamItems(path), again: () => streamItems(path) };
  for await (const { item } of checkUniqueIds(source, options)) ids.push(item.id);
  return ids;
}

const line = (id: string) => `${JSON.stringify({ id, query: "q" })}\n`;

test("items with ids of their own come as they are", async () => {
  expect(await idsIn(line("a") + line("b") + `{"query":"q"}\n{"query":"q"}\n`)).toEqual(["a", "b", "line-3", "line-4"]);
});

test("an id that comes again is refused, and both places are named", async () => {
  await expect(idsIn(line("a") + line("b") + line("a"))).rejects.toMatchObject({
    message: expect.stringMatching(/line 3.*"a".*line 1/) as string,
  });
});

test("items that are passed over are told, and the first of an id stays", async () => {
  const issues: DatasetIssue[] = [];
  const ids = await idsIn(line("a") + line("a") + line("b") + line("a"), {
    invalid: "skip",
    onIssue: (issue) => issues.push(issue),
  });
  expect(ids).toEqual(["a", "b"]);
  expect(issues.map((issue) => issue.line)).toEqual([2, 4]);
});

test("a hundred thousand ids that look alike are told apart", async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => line(`item-${index}`)).join("");
  expect(await idsIn(text)).toHaveLength(100_000);
});
