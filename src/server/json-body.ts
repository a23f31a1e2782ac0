/** Reads the JSON of a request: limited in size and depth, and without keys that could change prototypes. */
import { ApiProblem } from "./problem.ts";

export interface BodyLimits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** Reads the text of a body; throws a problem if it is too large. Keeps nothing beyond the limit. */
export async function readBoundedText(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw bodyTooLargeProblem(mostBytes);
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

/** The problem for a body over the limit. The rest of the body is not read, so the connection has to close. */
export function bodyTooLargeProblem(mostBytes: number): ApiProblem {
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

/** Checks a body before it is used. */
export function checkJson(text: string, { jsonDepth }: BodyLimits): void {
  if (measureDepth(text) > jsonDepth)
    throw new ApiProblem("bad-request", `The body is nested deeper than ${jsonDepth} levels`);
  let forbidden = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (key === "__proto__") forbidden = true;
      return value;
    });
  } catch (cause) {
    throw new ApiProblem("bad-request", "The body is not JSON", { cause });
  }
  if (forbidden) throw new ApiProblem("bad-request", "The body contains a forbidden key: __proto__");
}

/** How deep brackets nest outside strings. Measured before parsing, so that deep input is cheap to reject. */
export function measureDepth(text: string): number {
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
