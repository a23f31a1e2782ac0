#!/usr/bin/env node
/** Reads the task on stdin, looks into notes.txt, and answers. Everything it does is one JSON line on stdout. */
import { readFileSync } from "node:fs";

const task = readFileSync(0, "utf8");

print({ type: "assistant", text: "I will look into the notes." });
print({ type: "tool_use", id: "1", tool: "read_file", input: { path: "notes.txt" } });
const notes = readFileSync("notes.txt", "utf8");
print({ type: "tool_result", id: "1", output: notes });
const { host, port } = Object.fromEntries(notes.split("\n").map((line) => line.split(" = ")));
print({ type: "usage", input: task.length + notes.length, output: 40 });
print({ type: "result", text: `The cache runs on ${host}, port ${port}.` });

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
