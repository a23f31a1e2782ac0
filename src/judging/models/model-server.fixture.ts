/** A server on loopback that speaks the wire formats of all four providers and answers as a test scripts it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
  /** The nonce that the question asks for. */
  readonly nonce: string;
}

export type Scripted =
  /** A reply of the model, in the caller's format. */
  | { readonly text: string; readonly finish?: Finish; readonly usage?: Partial<Usage> }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "drop"
  | "hang";

export type Finish = "stop" | "length" | "refusal";

interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cost: number;
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** Replies are used in turn; the last one repeats. */
export async function modelServer(...replies: (Scripted | ((seen: SeenRequest) => Scripted))[]): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readRequest(request).then((read) => {
      const reply = replies[Math.min(seen.length, replies.length - 1)] ?? { status: 500 };
      seen.push(read);
      respond(typeof reply === "function" ? reply(read) : reply, read, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const nonce = /\\"nonce\\" is \\"([0-9a-f]{32})\\"/.exec(text)?.[1] ?? "";
  return {
    path: request.url ?? "",
    headers: request.headers,
    body: JSON.parse(text) as Record<string, unknown>,
    nonce,
  };
}

/** An error body that all four APIs understand. */
export function errorBody(error: { message: string; type?: string; code?: string; param?: string }): string {
  return JSON.stringify({ type: "error", error: { type: "some_error", code: null, status: "SOME_ERROR", ...error } });
}

function respond(reply: Scripted, { path, body }: SeenRequest, response: ServerResponse): void {
  if (reply === "hang") return;
  if (reply === "drop") return void response.destroy();
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    return void response.end(reply.body ?? errorBody({ message: "no" }));
  }
  const format = formats.find(({ ending }) => path.endsWith(ending));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(format?.write(reply.text, { finish: "stop", ...reply }, String(body["model"])) ?? {}));
}

interface Extra {
  readonly finish: Finish;
  readonly usage?: Partial<Usage>;
}

interface Format {
  readonly ending: string;
  write(text: string, extra: Extra, model: string): object;
}

const formats: readonly Format[] = [
  {
    ending: "/messages",
    write: (text, { finish, usage = {} }, model) => ({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      content: [{ type: "text", text }],
      stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[finish],
      stop_sequence: null,
      usage: {
        input_tokens: usage.input ?? 10,
        output_tokens: usage.output ?? 5,
        cache_read_input_tokens: usage.cacheRead ?? 0,
        cache_creation_input_tokens: 0,
      },
    }),
  },
  {
    ending: "/responses",
    write: (text, { finish, usage = {} }, model) => ({
      id: "resp_1",
      object: "response",
      created_at: 1,
      status: finish === "stop" ? "completed" : "incomplete",
      incomplete_details:
        finish === "stop" ? null : { reason: finish === "length" ? "max_output_tokens" : "content_filter" },
      model,
      output: [
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: (usage.input ?? 10) + (usage.cacheRead ?? 0),
        output_tokens: usage.output ?? 5,
        input_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    }),
  },
  {
    ending: ":generateContent",
    write: (text, { finish, usage = {} }) => ({
      candidates: [
        {
          content: { role: "model", parts: [{ text }] },
          finishReason: { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[finish],
        },
      ],
      usageMetadata: {
        promptTokenCount: (usage.input ?? 10) + (usage.cacheRead ?? 0),
        candidatesTokenCount: usage.output ?? 5,
        cachedContentTokenCount: usage.cacheRead ?? 0,
        totalTokenCount: 15,
      },
    }),
  },
  {
    ending: "/chat/completions",
    write: (text, { finish, usage = {} }, model) => ({
      id: "chat_1",
      object: "chat.completion",
      created: 1,
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          finish_reason: { stop: "stop", length: "length", refusal: "content_filter" }[finish],
        },
      ],
      usage: {
        prompt_tokens: (usage.input ?? 10) + (usage.cacheRead ?? 0),
        completion_tokens: usage.output ?? 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: usage.cacheRead ?? 0 },
        ...(usage.cost === undefined ? {} : { cost: usage.cost }),
      },
    }),
  },
];
