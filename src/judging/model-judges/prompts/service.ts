/** The service question: did the services do what the agent asked for? */
import { buildExecutionPrompt } from "./execution.ts";
import type { PromptTemplate } from "./template.ts";

export const servicePrompt: PromptTemplate = {
  variables: [],
  text: buildExecutionPrompt({
    side: "the service (an API, an MCP tool, a web site, a package registry)",
    signs: [
      "an HTTP status of 5xx or 429, or a connection that failed, was refused or timed out",
      "a status of 4xx: the service answered and did not do it",
      "an answer that is malformed, cut off, or not what the service promises",
      "an error object in an answer whose status looks fine",
      "a refusal: no right, no quota, not logged in",
      "a tool that rejected the call, or no result at all",
    ],
    between: [
      "0.7: carried out, with a warning or a part missing that does not touch its purpose.",
      "0.3: the service was reached and refused the request as wrong, as with most answers of 4xx.",
    ],
  }),
  examples: [
    {
      facts: {
        task: "Create a post through the API.",
        index: "#1    service      tool_use    Bash(command: curl -s https://api.example.test/posts) -> ok, 60B, 1.2s",
        interactions: [
          {
            id: 1,
            categories: ["service"],
            content:
              'tool_use mcp__cms__create_post: {"title":"Hello"}\ntool_result (error, HTTP 503): upstream is down',
          },
          {
            id: 2,
            categories: ["service"],
            content: 'tool_use mcp__cms__create_post: {"title":"Hello"}\ntool_result (ok, HTTP 201): {"id":7}',
          },
        ],
        cuts: [],
      },
      answer: {
        audits: [
          { id: 1, rationale: "The service answered 503 and created nothing.", success: 0 },
          { id: 2, rationale: "The service answered 201 with the id of the post.", success: 1 },
        ],
      },
    },
  ],
};
