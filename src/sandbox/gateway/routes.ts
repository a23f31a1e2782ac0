/** Which requests the gateway takes: the model routes of each provider, and the declared MCP servers. Nothing else. */
import type { ModelProvider } from "../../core/model/model-provider.ts";
import type { AnswerWire } from "./wires/answer.ts";
import { anthropicAnswers } from "./wires/anthropic.ts";
import { chatAnswers } from "./wires/chat.ts";
import { googleAnswers } from "./wires/google.ts";
import { responsesAnswers } from "./wires/responses.ts";

export type Route =
  | {
      readonly kind: "model";
      /** The name of the provider. */
      readonly provider: string;
      /** What comes after the provider's base URL. */
      readonly path: string;
      /** Null if the answer costs nothing or is not a model's, such as a list of models. */
      readonly wire: AnswerWire | null;
      /** The model, if the path names it. */
      readonly model: string | null;
    }
  | { readonly kind: "mcp"; readonly server: string };

/** A part of a path without anything that could lead elsewhere. */
const word = String.raw`[A-Za-z0-9][A-Za-z0-9._@-]*`;
const anthropicPath = new RegExp(`^/(?:v1/)?(messages|messages/count_tokens|models(?:/${word})?)$`);
const openaiPath = new RegExp(`^/(?:v1/)?(responses|chat/completions|embeddings|models(?:/${word})*)$`);
const googlePath = new RegExp(
  `^/(?:(v1|v1beta|v1alpha)/)?models/(${word}):(generateContent|streamGenerateContent|countTokens|embedContent)$`,
);
const compatiblePrefix = new RegExp(`^/compatible/(${word})(?=/)`);
const mcpPath = /^\/mcp\/([^/]+)\/?$/;

/** The route of a request, or null. `path` is as it was sent, without the query. */
export function findRoute(method: string, path: string): Route | null {
  const server = mcpPath.exec(path)?.[1];
  if (server !== undefined) return toMcpRoute(server);
  const compatible = compatiblePrefix.exec(path);
  if (compatible !== null) {
    const [prefix, name = ""] = compatible;
    return (
      findOpenaiRoute(method, path.slice(prefix.length), name) ?? findMessagesRoute(method, path, { prefix, name })
    );
  }
  if (path.startsWith("/anthropic/")) return findAnthropicRoute(method, path.slice("/anthropic".length));
  if (path.startsWith("/openai/")) return findOpenaiRoute(method, path.slice("/openai".length), "openai");
  if (path.startsWith("/google/")) return findGoogleRoute(method, path.slice("/google".length));
  // Adapters may also use the vendors' usual paths right after the address.
  return findAnthropicRoute(method, path) ?? findOpenaiRoute(method, path, "openai") ?? findGoogleRoute(method, path);
}

function toMcpRoute(server: string): Route | null {
  try {
    return { kind: "mcp", server: decodeURIComponent(server) };
  } catch {
    return null;
  }
}

function findAnthropicRoute(method: string, path: string): Route | null {
  const route = anthropicPath.exec(path)?.[1];
  if (route === undefined || method !== (route.startsWith("models") ? "GET" : "POST")) return null;
  const wire = route === "messages" ? anthropicAnswers : null;
  return { kind: "model", provider: "anthropic", path: `/v1/${route}`, wire, model: null };
}

/** Some compatible services speak Anthropic's API too. */
function findMessagesRoute(
  method: string,
  path: string,
  { prefix, name }: { readonly prefix: string; readonly name: string },
): Route | null {
  const found = findAnthropicRoute(method, path.slice(prefix.length));
  return found?.kind === "model" ? { ...found, provider: name, path: found.path.slice("/v1".length) } : null;
}

function findOpenaiRoute(method: string, path: string, provider: string): Route | null {
  const route = openaiPath.exec(path)?.[1];
  if (route === undefined || method !== (route.startsWith("models") ? "GET" : "POST")) return null;
  const wire = route === "responses" ? responsesAnswers : route === "chat/completions" ? chatAnswers : null;
  return { kind: "model", provider, path: `/${route}`, wire, model: null };
}

function findGoogleRoute(method: string, path: string): Route | null {
  const [, version = "v1beta", model, action = ""] = googlePath.exec(path) ?? [];
  if (model === undefined || method !== "POST") return null;
  const wire = /generateContent$/i.test(action) ? googleAnswers : null;
  return { kind: "model", provider: "google", path: `/${version}/models/${model}:${action}`, wire, model };
}

/** The API whose format an error must have. */
export function findErrorFormat(route: Route | null, path: string): ModelProvider["kind"] {
  const provider = route?.kind === "model" ? route.provider : (/^\/(\w+)/.exec(path)?.[1] ?? "");
  if (provider === "anthropic" || (route?.kind === "model" && route.wire === anthropicAnswers)) return "anthropic";
  return provider === "google" ? "google" : "openai";
}
