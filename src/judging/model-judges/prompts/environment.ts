/** The environment question: did the machine do what the agent asked for? */
import { buildExecutionPrompt } from "./execution.ts";
import type { PromptTemplate } from "./template.ts";

export const environmentPrompt: PromptTemplate = {
  variables: [],
  text: buildExecutionPrompt({
    side: "the machine (shell, files, programs, version control)",
    signs: [
      "an exit code other than 0, unless the program uses it for an answer, as grep does for nothing found",
      "a program, file or folder that is not there",
      "a permission that was refused",
      "a crash, a signal, a stack trace of the tool itself",
      "a time limit that was reached, or no result at all",
      "a tool that rejected the call as malformed",
    ],
    between: [
      "0.7: carried out, with a fault that does not touch its purpose, such as one unreadable file among many.",
      "0.3: mostly not carried out; a small part took effect.",
    ],
  }),
  examples: [
    {
      facts: {
        task: "Find where the port is set.",
        index: "#1    env          tool_use    Bash(command: grep -rn PORT src) -> ok, 0B, 20ms",
        interactions: [
          {
            id: 1,
            categories: ["environment"],
            content: 'tool_use Bash: {"command":"grep -rn PORT src"}\ntool_result (ok, exit code 1): ',
          },
          {
            id: 2,
            categories: ["environment"],
            content: 'tool_use Read: {"file_path":"src/conf.ts"}\ntool_result (error): File does not exist.',
          },
        ],
        cuts: [],
      },
      answer: {
        audits: [
          {
            id: 1,
            rationale: "grep ran to its end; exit code 1 is its way of saying that nothing matched.",
            success: 1,
          },
          { id: 2, rationale: "The file to be read is not there.", success: 0 },
        ],
      },
    },
  ],
};
