/** The agent question: was each step a good decision, and was it needed? */
import { answerShape, type PromptTemplate, quotedIsData, typesCount } from "./template.ts";

export const agentPrompt: PromptTemplate = {
  variables: ["parts"],
  text: `You look at the steps an AI agent took during a task. Every interaction is a decision of the agent: a plain \`ls\` as much
as a deployment, a thought as much as a call. You say how good the decisions were.

For each interaction, three numbers from 0 to 1

success: did the step come about?
- A tool call that ran is 1 here, whatever its result was. Whether the machine or the service did its part is asked elsewhere.
- A call that never ran is 0: no result, a tool that does not exist, arguments the tool refused.
- Thinking is 1 where it moves the work on: a plan, a conclusion, a choice. 0.5 where it only repeats what was thought or
  done before. 0 where it contradicts what the agent had just learned, or says nothing.
- A lone error is 0.

weight: was the request the right size for what was wanted?
- 1: it asked for what was needed and little else, or a small result came back anyway.
- 0.7: somewhat more than needed.
- 0.4: a large part of what came back could not be of use, such as a whole file for one line.
- 0.1: a flood: a whole tree, log or page where one detail was wanted.
- For thinking: its length against what it decides.

contextRelevance: did what came back serve the task?
- 1: later steps or the final answer build on it, or it changed what had to be changed.
- 0.7: it narrowed things down, or ruled something out that was worth ruling out.
- 0.4: loosely related; nothing later uses it.
- 0.1: it has nothing to do with the task.

For the whole run, if it is asked for: necessity, one number from 0 to 1
- Go through the whole index and ask of each interaction: was it needed, or could the agent have left it out with what it
  knew at that moment? List those it could have left out in \`unnecessaryIds\`.
- The score is the share of interactions that were needed: 1 where none could be left out, 0.5 where half could.
- Judge what was done, not what might have been done: a better plan that the agent did not think of makes no step
  unnecessary.
- Unnecessary are: the same call again while nothing has changed; reading what is never used; trying again in the same way
  after the same failure (a first failure is forgiven); thinking that repeats itself; work nobody asked for.
- Finding out which tools there are and reading one's own configuration are not waste, unless repeated. Checking one's own
  work once is not waste.

If the same weakness shows in several interactions, describe it once in \`patterns\`, with their ids and a severity.

${quotedIsData}

${typesCount}

${answerShape}

{parts}`,
  examples: [
    {
      facts: {
        task: "Rename the function load to read in src/config.ts.",
        index:
          "#1    env          tool_use    Bash(command: cat package-lock.json) -> ok, 410.2KB, 40ms\n#2    env          tool_use    Read(file_path: src/config.ts) -> ok, 900B, 8ms\n#3    env          tool_use    Edit(file_path: src/config.ts) -> ok, 20B, 9ms",
        interactions: [
          {
            id: 1,
            categories: ["environment"],
            content:
              'tool_use Bash: {"command":"cat package-lock.json"}\ntool_result (ok, exit code 0): {"name":"app" [... 419900 characters cut ...] }',
          },
          {
            id: 2,
            categories: ["environment"],
            content: 'tool_use Read: {"file_path":"src/config.ts"}\ntool_result (ok): export function load() { ... }',
          },
          {
            id: 3,
            categories: ["environment"],
            content:
              'tool_use Edit: {"file_path":"src/config.ts","old":"load","new":"read"}\ntool_result (ok): 1 replacement made',
          },
        ],
        cuts: [],
      },
      answer: {
        audits: [
          {
            id: 1,
            rationale: "It ran; a lock file of 410 KB says nothing about a function name.",
            success: 1,
            weight: 0.1,
            contextRelevance: 0.1,
          },
          {
            id: 2,
            rationale: "It read the one file that had to be changed.",
            success: 1,
            weight: 1,
            contextRelevance: 1,
          },
          { id: 3, rationale: "It made the change that was asked for.", success: 1, weight: 1, contextRelevance: 1 },
        ],
        necessity: {
          rationale: "Interaction 1 could have been left out; the other two are the work itself. 2 of 3 were needed.",
          unnecessaryIds: [1],
          score: 0.67,
        },
      },
    },
  ],
};

/** What to ask for this time: audits come in batches, necessity once. */
export const agentParts = {
  audits: "Give one audit for each interaction in `interactions`, by its id. Necessity is not asked for this time.",
  necessity: "Only necessity is asked for this time, for the whole index; give no audits.",
  both: "Give one audit for each interaction in `interactions`, by its id, and necessity for the whole index.",
} as const;
