#!/usr/bin/env node
/** Three agents without a model: one gets it right, one needs a second turn, one only says that it is done. */
import { readFileSync, writeFileSync } from "node:fs";

const style = process.argv[2];
const task = readFileSync(0, "utf8");
const isRepair = task.includes(`The gate "test" did not pass`);

const head = "/** The part of an address that stands for a title. */\n";
const half = `${head}export const slug = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");\n`;
const whole = `${head}export const slug = (title) =>\n  title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, "-")\n    .replace(/^-|-$/g, "");\n`;

if (style === "lazy") {
  print({ type: "result", text: "slug.mjs looks fine to me." });
} else {
  write(style === "careful" || isRepair ? whole : half);
  print({ type: "result", text: "slug() is repaired." });
}

function write(content) {
  print({ type: "tool_use", id: "1", tool: "write_file", input: { path: "slug.mjs", content } });
  writeFileSync("slug.mjs", content);
  print({ type: "tool_result", id: "1", output: `${content.length} characters written` });
}

function print(entry) {
  console.log(JSON.stringify(entry));
}
