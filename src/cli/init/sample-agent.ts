/** The program that `axis init` writes as a first agent: small enough to read, and open about its limits. */
export const sampleAgent = `#!/usr/bin/env node
/**
 * A sample agent without a model: it can write one line to one file, and says so when asked for anything else.
 * Replace it with your own agent. AXIS passes the task on stdin, starts the agent in an empty folder, and reads JSON
 * lines from its stdout; any other text counts as a message of the agent:
 *
 *   {"type":"assistant","text":"..."}                       what it says
 *   {"type":"tool_use","id":"1","tool":"...","input":{}}    what it does
 *   {"type":"tool_result","id":"1","output":"..."}          what came of it
 *   {"type":"usage","input":12,"output":34}                 tokens it used
 *   {"type":"result","text":"..."}                          its final answer, or "error" instead of "text"
 */
import { readFileSync, writeFileSync } from "node:fs";

const task = readFileSync(0, "utf8");
const [, path, line] = /file named \`([\\w.-]+)\`.*exactly this line: \`([^\`]+)\`/s.exec(task) ?? [];

if (path === undefined || line === undefined) {
  print({ type: "result", error: "I can only write one line to one file, and this task asks for something else." });
} else {
  const content = \`\${line}\\n\`;
  print({ type: "assistant", text: \`I will write that line to \${path}.\` });
  print({ type: "tool_use", id: "1", tool: "write_file", input: { path, content } });
  try {
    writeFileSync(path, content);
    print({ type: "tool_result", id: "1", output: \`wrote \${path}\` });
    print({ type: "result", text: \`I wrote the line to \${path}.\` });
  } catch (error) {
    print({ type: "tool_result", id: "1", output: error.message, isError: true });
    print({ type: "result", error: \`I could not write \${path}: \${error.message}\` });
  }
}

function print(entry) {
  process.stdout.write(\`\${JSON.stringify({ timestamp: new Date().toISOString(), ...entry })}\\n\`);
}
`;
