/** An agent that prints as many megabytes as it is told, in one of several ways. */
import { writeSync } from "node:fs";

const [way, megabytes] = process.argv.slice(2);
const line = (entry) => `${JSON.stringify(entry)}\n`;
const megabyte = 1_000_000;

const pieces = {
  text: () => `${"What an agent prints when it has nothing better to do. ".repeat(2)}\n`.repeat(1000),
  "no-line-end": () => "y".repeat(megabyte),
  "long-lines": () => line({ type: "assistant", text: "x".repeat(8 * megabyte) }),
  results: (count) =>
    line({ type: "tool_use", id: `call-${count}`, tool: "bash", input: { command: `cat file-${count}` } }) +
    line({ type: "tool_result", id: `call-${count}`, output: "some words of a file, ".repeat(megabyte / 22) }),
  messages: () => line({ type: "assistant", text: "I looked at the file and it says nothing new to me." }).repeat(1000),
};

let printed = 0;
for (let count = 0; printed < Number(megabytes) * megabyte; count += 1) printed += print(pieces[way](count));
print(`\n${line({ type: "result", text: "the end" })}`);

/** Waits until the reader has taken everything. */
function print(text) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length;) {
    try {
      start += writeSync(1, bytes, start);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return bytes.length;
}
