/** Classifies a request: a request to a model on one of the APIs, a side request, or an unknown address. */
import type { Body } from "./body.ts";
import { toObject } from "./json-view.ts";
import type { ModelRequest } from "./model-request.ts";
import type { LoggedRequest } from "./request-log.ts";
import { findWorkingDirectory } from "./working-directory.ts";
import { wires } from "./wires/table.ts";
import type { Wire } from "./wires/wire.ts";

export type Route =
  | { readonly kind: "question"; readonly wire: Wire; readonly request: ModelRequest }
  /** A count of tokens, or a list of models. */
  | { readonly kind: "aside"; readonly answer: object }
  | { readonly kind: "refused"; readonly status: number; readonly problem: string };

export function routeRequest({ method, path: address, key }: LoggedRequest, body: Body): Route {
  if ("problem" in body) return { kind: "refused", ...body };
  const path = address.replace(/\?.*$/s, "").replace(/\/{2,}/g, "/");
  const aside = method === "POST" ? countTokens(path, body.bytes) : listModels(method, path);
  if (aside !== null) return { kind: "aside", answer: aside };
  for (const wire of method === "POST" ? wires : []) {
    const match = wire.path(path);
    if (match === null) continue;
    const parts = wire.read(toObject(body.value), match);
    const workingDirectory = findWorkingDirectory(parts.text);
    return { kind: "question", wire, request: { ...parts, wire: wire.name, key, workingDirectory } };
  }
  return { kind: "refused", status: 404, problem: `Unknown address: ${method} ${path}` };
}

/** A rough count: four bytes per token. */
function countTokens(path: string, bytes: number): object | null {
  return (
    wires.map((wire) => wire.aside?.(path, Math.ceil(bytes / 4)) ?? null).find((answer) => answer !== null) ?? null
  );
}

function listModels(method: string, path: string): object | null {
  return method === "GET" && path.endsWith("/models") ? { object: "list", data: [], models: [] } : null;
}
