/** An agent that speaks ACP and exports its sessions as OpenCode does; what the export says is its first argument. */
const [kind, verb, session] = process.argv.slice(2);
const message = (error) => ({ info: { role: "assistant", ...(error && { error }) }, parts: [] });
const refused = (statusCode) => message({ name: "APIError", data: { message: "the key", statusCode } });

/** By the first argument; a number is the status of the last message. */
const exports = {
  "not-json": () => "Exporting went wrong",
  "no-error": () => JSON.stringify({ messages: [refused(401), message()] }, null, 2),
  "no-messages": () => JSON.stringify({ info: {} }),
};

if (verb === "export") {
  const status = session === "session-1" ? Number(kind) : 418;
  const text = exports[kind]?.() ?? JSON.stringify({ info: {}, messages: [message(), refused(status)] }, null, 2);
  process.stdout.write(`${text}\n`);
} else await import("../fake-agent.fixture.mjs");
