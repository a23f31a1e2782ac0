/** An agent that lives in this file: it writes the text the task quotes into the file the task names. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineAgent, type Stop } from "axis-eval";

export default defineAgent({
  name: "scribe",
  acceptsModel: false,

  async run(task, io) {
    if (io.abort.aborted) return (io.abort.reason as Stop).outcome();
    io.ready();
    const [name, text] = [...task.prompt.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
    if (name === undefined || text === undefined) {
      return { status: "failed", code: "agent", message: "The task quotes no file name and no text in backticks." };
    }
    io.emit({ type: "assistant", text: `I will write one line to ${name}.` });
    io.emit({ type: "tool_use", id: "1", tool: "write_file", input: { path: name, content: text } });
    await writeFile(join(io.workspace, name), `${text}\n`);
    io.emit({ type: "tool_result", id: "1", output: `wrote ${name}` });
    io.usage({ input: task.prompt.length, output: text.length });
    return { status: "completed", result: `I wrote the line to ${name}.` };
  },
});
