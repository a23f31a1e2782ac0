/** For tests: a gateway in front of a scripted model, and requests to it as programs send them. */
import { openScriptedModel } from "../../testing/scripted-model/server.ts";
import type { ScriptInput } from "../../testing/scripted-model/script.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { openGateway } from "./gateway.ts";

export const realKey = "sk-the-real-key-of-the-operator";

export async function openScriptedGateway(script: ScriptInput, options: Partial<GatewayOptions> = {}) {
  const model = await openScriptedModel(script);
  const gateway = await openGateway({
    listen: { port: 0 },
    providers: {
      anthropic: { url: model.url, key: realKey },
      openai: { url: `${model.url}/v1`, key: realKey },
      google: { url: model.url, key: realKey },
      openrouter: { url: `${model.url}/v1`, key: realKey },
    },
    firstWaitMs: 1,
    ...options,
  });
  return {
    model,
    gateway,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

const parameters = { type: "object", properties: { command: { type: "string" } } };

/** One request per API, each with a tool that can run a command. */
export const wires = {
  anthropic: {
    path: "/anthropic/v1/messages",
    keyHeader: "x-api-key",
    streamPath: undefined,
    body: {
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      messages: [{ role: "user", content: "go" }],
      tools: [{ name: "Bash", input_schema: parameters }],
    },
  },
  responses: {
    path: "/openai/v1/responses",
    keyHeader: "authorization",
    streamPath: undefined,
    body: {
      model: "gpt-5",
      input: "go",
      tools: [{ type: "function", name: "shell", parameters }],
    },
  },
  chat: {
    path: "/compatible/openrouter/v1/chat/completions",
    keyHeader: "authorization",
    streamPath: undefined,
    body: {
      model: "gpt-5",
      messages: [{ role: "user", content: "go" }],
      tools: [{ type: "function", function: { name: "bash", parameters } }],
    },
  },
  google: {
    path: "/google/v1beta/models/gemini-2.5-flash:generateContent",
    keyHeader: "x-goog-api-key",
    streamPath: "/google/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    body: {
      contents: [{ role: "user", parts: [{ text: "go" }] }],
      tools: [{ functionDeclarations: [{ name: "run_shell_command", parametersJsonSchema: parameters }] }],
    },
  },
} as const;
export type WireKey = keyof typeof wires;
export const wireKeys = Object.keys(wires) as WireKey[];

interface AskOptions {
  readonly stream?: boolean;
  readonly body?: object;
  readonly token?: string;
}

/** Sends a request as a program of this API does. */
export function ask(
  gateway: { readonly url: string; readonly token: string },
  wire: WireKey,
  { stream = false, body = {}, token = gateway.token }: AskOptions = {},
): Promise<Response> {
  const { path, streamPath, keyHeader, body: usual } = wires[wire];
  const key = keyHeader === "authorization" ? `Bearer ${token}` : token;
  return fetch(`${gateway.url}${stream ? (streamPath ?? path) : path}`, {
    method: "POST",
    headers: { "content-type": "application/json", [keyHeader]: key },
    body: JSON.stringify({ ...usual, ...(stream && streamPath === undefined ? { stream: true } : {}), ...body }),
  });
}
