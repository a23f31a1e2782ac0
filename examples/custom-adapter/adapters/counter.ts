/** An agent that is a program with its own line format: this module says how to start it and what its lines mean. */
import { defineLineAgent } from "axis-eval";

interface Line {
  say?: string;
  call?: { id: string; tool: string; input: Record<string, string> };
  back?: { id: string; output: string };
  done?: string;
}

export default defineLineAgent({
  name: "counter",
  program: "./bin/counter.mjs",
  arguments: (task) => ["--task", task.prompt],

  line(text, sink) {
    const line = JSON.parse(text) as Line;
    if (line.say !== undefined) sink.emit({ type: "assistant", text: line.say });
    if (line.call !== undefined) sink.emit({ type: "tool_use", ...line.call });
    if (line.back !== undefined) sink.emit({ type: "tool_result", ...line.back });
    if (line.done !== undefined) sink.finish(line.done);
  },
});
