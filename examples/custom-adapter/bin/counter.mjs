#!/usr/bin/env node
/** Counts the lines of a file, and prints what it does as JSON lines of its own making. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { task: { type: "string" }, unit: { type: "string", default: "lines" } } });
const path = /`([^`]+)`/.exec(values.task)[1];

print({ say: `I will count the ${values.unit} of ${path}.` });
print({ call: { id: "1", tool: "read_file", input: { path } } });
const text = readFileSync(path, "utf8");
print({ back: { id: "1", output: text } });
print({ done: `${path} has ${text.split("\n").length - 1} ${values.unit}.` });

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
