#!/usr/bin/env node
/**
 * An agent without a model that does half of the work at first. When a gate fails, AXIS starts it again in the same
 * folder and tells it which one and what it printed; then it does the other half.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const task = readFileSync(0, "utf8");
const file = "slug.mjs";

const hasty = `export const slug = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");\n`;
const careful = `export const slug = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");\n`;

if (task.includes(`The gate "test" did not pass`) && existsSync(file)) {
  print({ type: "assistant", text: "The test says that a hyphen is left at the end." });
  write(careful);
  print({ type: "result", text: "The ends are trimmed now." });
} else {
  print({ type: "assistant", text: "Lower case, and hyphens for the rest: that should do." });
  write(hasty);
  print({ type: "result", text: "slug.mjs is written." });
}

function write(content) {
  print({ type: "tool_use", id: "1", tool: "write_file", input: { path: file, content } });
  writeFileSync(file, content);
  print({ type: "tool_result", id: "1", output: `${content.length} characters written` });
}

function print(entry) {
  console.log(JSON.stringify(entry));
}
