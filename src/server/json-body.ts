/** Reads the JSON of a request: bounded, not too deep, and without keys that reach into objects. */
import { ApiProblem } from "./problem.ts";

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** The text of a body, or the problem that says it is too large. Nothing beyond the limit is kept. */
export async function readBounded(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

/** The answer to a body over the limit; the rest of it is not read, so the connection ends. */
export function tooLarge(mostBytes: number): ApiProblem {
  return new ApiProblem("too-large", `The body is larger than ${mostBytes} bytes`, {
    headers: { Connection: "close" },
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiProblem("bad-request", "The body is not UTF-8", { cause });
  }
}

/** Checks a body before anything is made of it. */
export function checkJson(text: string, { jsonDepth }: BodyLimits): void {
  if (depthOf(text) > jsonDepth) throw new ApiProblem("bad-request", `The body is nested deeper than ${jsonDepth}`);
  let forbidden = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (key === "__proto__") forbidden = true;
      return value;
    });
  } catch (cause) {
    throw new ApiProblem("bad-request", "The body is not JSON", { cause });
  }
  if (forbidden) throw new ApiProblem("bad-request", "The body has a key that is not allowed: __proto__");
}

/** How deep brackets nest outside of strings; found before parsing, so that depth costs nothing. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{" || letter === "[") deepest = Math.max(deepest, (depth += 1));
    else if (letter === "}" || letter === "]") depth -= 1;
  }
  return deepest;
}
