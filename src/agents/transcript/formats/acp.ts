/**
 * Reads the messages of an Agent Client Protocol connection (JSON-RPC), live or from a log. A line is one of
 *
 *   {"dir":"in","msg":{…},"ms":65,"at":"2026-01-01T00:00:00.000Z"}   "in" is from the agent, "out" from the client
 *   {"direction":"in","message":{…}}                                 the same with other keys
 *   {"jsonrpc":"2.0",…}                                              the message alone, taken to come from the agent
 *
 * `at` (also `timestamp`) is the time of the message. Without it entries have no time: `ms` counts from the start of
 * a connection whose date is unknown.
 */
import type { LineReader } from "../../../core/agent/line-reader.ts";
import { unwrapMessage, readMessageName } from "./acp/message.ts";
import { AcpConversation } from "./acp/acp-conversation.ts";
import { createEventReader } from "./common/event-reader.ts";

export function acpReader(): LineReader {
  const talk = new AcpConversation();
  return createEventReader(
    {
      ...Object.fromEntries(quietMethods.map((method) => [method, talk.request])),
      response: talk.response,
      "session/prompt": talk.prompt,
      "session/update": talk.update,
      "session/request_permission": talk.permission,
    },
    { nameOf: (event) => readMessageName(unwrapMessage(event)), end: talk.end },
  );
}

/** Requests between client and agent that need no entry: updates describe the calls they belong to. */
const quietMethods = [
  ..."initialize authenticate logout session/new session/load session/resume session/fork session/close".split(" "),
  ..."session/list session/cancel session/set_mode session/set_model session/set_config_option".split(" "),
  ..."fs/read_text_file fs/write_text_file terminal/create terminal/output terminal/release".split(" "),
  ..."terminal/wait_for_exit terminal/kill $/cancel_request".split(" "),
];
