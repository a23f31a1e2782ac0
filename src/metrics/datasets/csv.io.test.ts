import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import { readCsv } from "./csv.ts";
import { formatCsvLine } from "./csv-cell.ts";
import { findField } from "./own-keys.ts";
import type { DatasetRecord } from "./record.ts";
import { temporaryFile } from "./temporary-file.fixture.ts";

async function recordsOf(text: string | Uint8Array, columnMapping?: Record<string, string>): Promise<DatasetRecord[]> {
  const options = { fieldOf: findField, ...(columnMapping === undefined ? {} : { columnMapping }) };
  const records: DatasetRecord[] = [];
  for await (const record of readCsv(temporaryFile("d.csv", text), options)) records.push(record);
  return records;
}

const values = async (text: string) => (await recordsOf(text)).map(({ value }) => value);

describe("cells", () => {
  test("empty ones are absent, text stays text, own columns are recognised", async () => {
    expect(await values("query,expected_output,price,ok,code\n007,,1.5,TRUE,007\n")).toEqual([
      { query: "007", price: 1.5, ok: true, code: "007" },
    ]);
  });

  test("lists and objects are JSON, or literals of other languages", async () => {
    const text = `retrieved_content,metadata,toolsCalled\n"['a', 'b']","{""k"": 1}","[{'name': 't', 'args': None}]"\n`;
    expect(await values(text)).toEqual([
      { retrieved_content: ["a", "b"], metadata: { k: 1 }, toolsCalled: [{ name: "t", args: null }] },
    ]);
  });

  test("latency is a number, and a sentence may stand for criteria", async () => {
    expect(await values("latency,acceptance_criteria\n0.25,be kind\n")).toEqual([
      { latency: 0.25, acceptance_criteria: "be kind" },
    ]);
  });

  test("a list that is neither JSON nor a literal is a fault of its line", async () => {
    expect(await recordsOf("query,retrieved_content\na,[]\nb,oops\n")).toMatchObject([
      { line: 2 },
      { line: 3, fault: 'column "retrieved_content": retrievedContent is neither JSON nor a literal list' },
    ]);
  });
});

describe("lines", () => {
  test("are those on which records begin, also after cells with line ends in them", async () => {
    const records = await recordsOf('\uFEFFquery,b\r\n"one\r\ntwo",1\r\n\r\nthree,2\r\n');
    expect(records.map(({ line, value }) => [line, value])).toEqual([
      [2, { query: "one\r\ntwo", b: 1 }],
      [5, { query: "three", b: 2 }],
    ]);
  });

  test("a row with too many or too few cells says so", async () => {
    expect((await recordsOf("query,b\n1\n1,2,3\n")).map(({ line, fault }) => [line, fault])).toEqual([
      [2, "has 1 cells, but the header has 2"],
      [3, "has 3 cells, but the header has 2"],
    ]);
  });

  test("bytes that are not UTF-8 end the reading, and characters on the edge of a chunk stay whole", async () => {
    await expect(recordsOf(Buffer.from([0x71, 0x0a, 0xff, 0x0a]))).rejects.toThrow("is not UTF-8 text");
    await expect(recordsOf(Buffer.from([0x71, 0x0a, 0xf0, 0x9f]))).rejects.toThrow("is not UTF-8 text");
    const long = "😀".repeat(100_001);
    expect((await recordsOf(`q,query\n1,${long}\n`))[0]?.value).toEqual({ q: 1, query: long });
  });

  test("a quote that never closes ends the reading with the line of its record", async () => {
    const text = 'query\nfine\n"open\nand\non\n';
    await expect(recordsOf(text)).rejects.toThrow(/d\.csv, line 3: is not valid CSV: Quote Not Closed/);
  });

  test.each([
    ["a quote in the middle of a cell", 'x,say "hi" now'],
    ["a quote at the end of a cell", 'x,5"'],
    ["text after the closing quote", 'x,"a"b'],
    ["text after the closing quote, and another quote", 'x,"a"b"c'],
    ["a quote after a cell with line ends in it", '"x\r\ny",a"b'],
  ])("%s is a fault of its line, and the lines after it are read", async (_what, row) => {
    const records = await recordsOf(`query,b\r\none,1\r\n${row}\r\n"two\r\n2",2\r\nthree,3\r\n`);
    const more = row.includes("\n") ? 1 : 0;
    expect(records.map(({ line, fault, value }) => [line, fault === undefined ? value : "fault"])).toEqual([
      [2, { query: "one", b: 1 }],
      [3 + more, "fault"],
      [4 + more, { query: "two\r\n2", b: 2 }],
      [6 + more, { query: "three", b: 3 }],
    ]);
    expect(records[1]?.fault).toMatch(/^is not valid CSV: .*""quoted""/);
  });

  test("a bare quote in the header is a mistake with its line", async () => {
    await expect(recordsOf('que"ry,b\n1,2\n')).rejects.toThrow(/d\.csv, line 1: is not valid CSV: a quote inside/);
  });

  test("whatever the text, it is read or is a mistake of the user", async () => {
    const piece = fc.constantFrom('"', '""', ",", "\n", "\r\n", "\r", "a", " ", "query", "=", "\uFEFF", "'");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const reading = recordsOf(`query,b\n${pieces.join("")}`);
        await reading.catch((error: unknown) => expect(error).toBeInstanceOf(AxisError));
      }),
      { numRuns: 500 },
    );
  });
});

describe("the header", () => {
  test("may be renamed, and a name that is not there is a mistake", async () => {
    expect((await recordsOf("q,a\n1,2\n", { q: "query", a: "actual_output" }))[0]?.value).toEqual({
      query: "1",
      actual_output: "2",
    });
    await expect(recordsOf("q\n1\n", { question: "query" })).rejects.toThrow('has no column "question"');
  });

  test.each([
    ["", "is empty: the first line must name the columns"],
    ["a,a\n", 'has two columns named "a"'],
    ["a,,b\n", "column 2 has no name"],
  ])("%j is refused", async (text, message) => {
    await expect(recordsOf(text)).rejects.toThrow(message);
  });
});

test("what is written is read back, formulas included, and no cell begins like one", async () => {
  const texts = fc.array(
    fc.oneof(fc.string(), fc.constantFrom("=1+1", "'=x", "''@", "-5", "+a", "\tb", "\rc", '"', "a,b", " x ")),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  await fc.assert(
    fc.asyncProperty(texts, async (list) => {
      const lines = list.map((text, index) => formatCsvLine([index, text]));
      for (const line of lines) expect(line).not.toMatch(/^\d+,"?(?!\r\n$)[=+\-@\t\r]/);
      const read = await recordsOf(["latency,query\r\n", ...lines].join(""));
      expect(read.map(({ value }) => (value as { query?: string }).query ?? "")).toEqual(list);
    }),
    { numRuns: 60 },
  );
});
