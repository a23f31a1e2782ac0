/** Calls the API and holds every answer to its own description. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { ServerApp } from "../../src/server/app.ts";

interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation & Record<string, unknown>>>;
  readonly components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

/** The peer every request seems to come from. */
export const local = { incoming: { httpVersion: "1.1", socket: { remoteAddress: "127.0.0.1" } } };
export const remote = { incoming: { httpVersion: "1.1", socket: { remoteAddress: "203.0.113.7" } } };

export interface Described {
  readonly description: Description;
  /** Sends a request and checks the answer; gives it back unread. */
  call(path: string, init?: RequestInit, env?: object): Promise<Response>;
  /** The same, and its JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of all kinds pass here, held to the description
  json(path: string, init?: RequestInit, env?: object): Promise<{ status: number; body: any; headers: Headers }>;
}

export async function describe({ app }: ServerApp): Promise<Described> {
  const description = (await (await app.request("/openapi.json", {}, local)).json()) as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "api", ...description });
  const validators = new Map<string, ValidateFunction>();

  async function check(answer: Response, path: string, method: string): Promise<void> {
    const pattern = patternOf(description, path.split("?")[0] ?? "");
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    if (answer.status === 304 || answer.headers.get("content-type")?.startsWith("application/json") !== true) return;
    const operation = pattern === undefined ? undefined : description.paths[pattern]?.[method.toLowerCase()];
    const status = operation?.responses[String(answer.status)] === undefined ? "default" : String(answer.status);
    const pointer =
      operation === undefined
        ? "#/components/schemas/Problem"
        : `#/paths/${escape(pattern ?? "")}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api${pointer}` });
    validators.set(pointer, validate);
    const body: unknown = await answer.clone().json();
    if (!validate(body))
      expect.fail(`${method} ${path} -> ${answer.status} is not as described: ${ajv.errorsText(validate.errors)}`);
  }

  async function call(path: string, init: RequestInit = {}, env: object = local): Promise<Response> {
    const answer = await app.request(path, init, env);
    if (path !== "/openapi.json") await check(answer, path, init.method ?? "GET");
    return answer;
  }

  return {
    description,
    call,
    async json(path, init, env) {
      const answer = await call(path, init, env);
      return { status: answer.status, body: await answer.json(), headers: answer.headers };
    },
  };
}

function patternOf(description: Description, path: string): string | undefined {
  return Object.keys(description.paths).find((pattern) => {
    const source = pattern
      .replaceAll(".", "\\.")
      .replaceAll("{path}", ".+")
      .replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${source}$`).test(path);
  });
}

function escape(pattern: string): string {
  return encodeURIComponent(pattern.replaceAll("~", "~0").replaceAll("/", "~1"));
}
