import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Dataset } from "./dataset.ts";
import type { DatasetIssue, ReadOptions } from "./read-options.ts";
import { temporaryFile, temporaryFolder } from "./temporary-file.fixture.ts";

async function streamed(path: string, options: ReadOptions = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const item of Dataset.stream(path, options)) ids.push(item.id);
  return ids;
}

describe("reading", () => {
  test("JSONL: both spellings, blank lines and CRLF; an item without an id is called after its line", async () => {
    const path = temporaryFile(
      "d.jsonl",
      '\uFEFF{"query":"a","actual_output":"x"}\r\n\r\n{"id":"b","actualOutput":"y"}\r\n',
    );
    const dataset = await Dataset.read(path);
    expect(dataset.items.map(({ id, actualOutput }) => [id, actualOutput])).toEqual([
      ["line-1", "x"],
      ["b", "y"],
    ]);
    expect(dataset.name).toBe(path);
  });

  test.each([
    ["actual_output", "actualOutput"],
    ["actualOutput", "actual_output"],
  ])("a row with %s and another %s names its line and both keys, or is skipped", async (first, second) => {
    const rows = [
      { query: "a" },
      { query: "b", [first]: "x", [second]: "y" },
      { query: "c", [first]: "z", [second]: "z" },
    ];
    const path = temporaryFile("d.jsonl", rows.map((row) => JSON.stringify(row)).join("\n"));
    await expect(Dataset.read(path)).rejects.toThrow(
      `line 2: "${second}" contradicts "${first}", another spelling of actualOutput`,
    );
    expect(await streamed(path, { invalid: "skip" })).toEqual(["line-1", "line-3"]);
  });

  test("JSON and YAML: an object with items, or a list", async () => {
    const json = await Dataset.read(
      temporaryFile("d.json", '{"name":"n","version":"2","created_at":"2026-01-01","items":[{"query":"a"}]}'),
    );
    expect([json.name, json.version, json.createdAt, json.items[0]?.id]).toEqual(["n", "2", "2026-01-01", "items[0]"]);
    const yaml = await Dataset.read(temporaryFile("d.yml", "- query: a\n- query: b\n"));
    expect(yaml.items.map(({ query }) => query)).toEqual(["a", "b"]);
  });

  test.each([
    ["d.json", '{"rows":[]}', "contains no items"],
    ["d.json", '{"items":[}', "is not valid JSON: line 1, column 11"],
    ["d.jsonl", '{"query":"a"}\n{"query":\n', "d.jsonl, line 2: is not valid JSON, column 10"],
    ["d.jsonl", '{"query":"a","latency":-1}\n', "line 1: latency"],
    ["d.jsonl", "[1]\n", "line 1: "],
    ["d.jsonl", '{"tools_called":[{"name":"t","args":[]}]}\n', "line 1: tools_called[0].args: expected record"],
    ["d.jsonl", '{"id":"a"}\n{"id":"a"}\n', 'the id "a" already exists'],
    ["d.txt", "", "the file extension does not tell its format"],
  ])("%s with %j is refused with its place", async (name, text, message) => {
    await expect(Dataset.read(temporaryFile(name, text))).rejects.toThrow(message);
  });

  test("what cannot be read is passed over on demand, and noted", async () => {
    const path = temporaryFile("d.jsonl", '{"id":"a"}\nnope\n{"id":"b","latency":"x"}\n{"id":"c"}\n');
    const heard: DatasetIssue[] = [];
    const dataset = await Dataset.read(path, { invalid: "skip", onIssue: (issue) => heard.push(issue) });
    expect(dataset.items.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(dataset.issues.map(({ line }) => line)).toEqual([2, 3]);
    expect(heard).toEqual(dataset.issues);
  });
});

describe("keys that are no fields", () => {
  const path = () => temporaryFile("d.jsonl", '{"actual_ouput":"x","team":7,"additional_input":{"team":8}}\n');

  test("are collected, and never over what was given", async () => {
    const [item] = (await Dataset.read(path())).items;
    expect(item?.additionalInput).toEqual({ actual_ouput: "x", team: 8 });
  });

  test("are refused with the nearest name, or left out", async () => {
    await expect(Dataset.read(path(), { unknown: "error" })).rejects.toThrow('did you mean "actual_output"?');
    const [item] = (await Dataset.read(path(), { unknown: "ignore" })).items;
    expect(item?.additionalInput).toEqual({ team: 8 });
  });

  test("__proto__ changes no prototype", async () => {
    const [item] = (await Dataset.read(temporaryFile("d.jsonl", '{"__proto__":{"polluted":1},"query":"a"}\n'))).items;
    expect(item?.additionalInput["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("parts of a file", () => {
  const path = () =>
    temporaryFile("d.jsonl", Array.from({ length: 1000 }, (_, index) => `{"id":"${index}"}\n`).join(""));

  test("offset and limit cut a window", async () => {
    expect(await streamed(path(), { offset: 3, limit: 2 })).toEqual(["3", "4"]);
    expect(await streamed(path(), { limit: 0 })).toEqual([]);
  });

  test("a sample is the same for the same seed, in order, and another for another", async () => {
    const one = await streamed(path(), { sample: { size: 20, seed: 7 } });
    expect(one).toHaveLength(20);
    expect(one.map(Number)).toEqual(one.map(Number).toSorted((a, b) => a - b));
    expect(await streamed(path(), { sample: { size: 20, seed: 7 } })).toEqual(one);
    expect(await streamed(path(), { sample: { size: 20, seed: 8 } })).not.toEqual(one);
  });
});

describe("writing", () => {
  const rich = {
    id: "r",
    conversation: {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", tool_calls: [{ id: "c", name: "search", args: { camelKey: 1 } }] },
        { role: "tool", tool_call_id: "c", content: "found", is_error: true },
        { role: "assistant", content: "there" },
      ],
    },
    additional_input: { someKey: "=1+1" },
    retrieved_content: ["x"],
    expected_output: "=cmd()",
    latency: 1.5,
  };

  test.each(["json", "jsonl", "csv", "yaml"] as const)(
    "%s reads back as the same items, without what is derived",
    async (format) => {
      const dataset = Dataset.create("n", [
        rich,
        { id: "s", query: "'=q", actual_ranking: ["a", { id: "b", relevance: 2 }] },
      ]);
      const path = join(temporaryFolder(), `d.${format}`);
      const write = { json: dataset.toJson, jsonl: dataset.toJsonl, csv: dataset.toCsv, yaml: dataset.toYaml }[format];
      await write(path);
      expect(readFileSync(path, "utf8")).not.toContain("actual_output");
      expect(readFileSync(path, "utf8")).toContain("camelKey");
      expect((await Dataset.read(path)).items).toEqual(dataset.items);
    },
  );

  test("camelCase on demand", async () => {
    const path = join(temporaryFolder(), "d.jsonl");
    await Dataset.create("n", [rich]).toJsonl(path, { case: "camel" });
    expect(readFileSync(path, "utf8")).toContain('"expectedOutput"');
    expect((await Dataset.read(path)).items).toEqual(Dataset.create("n", [rich]).items);
  });
});

test("a dataset in memory: strings are queries, items are found by id, filtered and counted", () => {
  const dataset = Dataset.create("n", ["why?", { id: "b", actual_output: "x" }]);
  expect(dataset.getItemById("b")?.actualOutput).toBe("x");
  expect(dataset.getItemById("none")).toBeNull();
  expect(
    Array.from(
      dataset.filter(({ query }) => query === "why?"),
      ({ query }) => query,
    ),
  ).toEqual(["why?"]);
  expect(dataset.filter(() => true).name).toBe("n (filtered)");
  expect(dataset.getSummary()).toMatchObject({
    totalItems: 2,
    singleTurnItems: 2,
    multiTurnItems: 0,
    hasActualOutput: 1,
  });
  expect(dataset.getSummaryTable()).toContain("totalItems");
  expect(() => dataset.addItem({ id: "b" })).toThrow('the id "b" already exists');
});
