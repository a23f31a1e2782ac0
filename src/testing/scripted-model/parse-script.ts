/** Validates a script and brings it into one shape. */
import { z } from "zod";
import { AxisError } from "../../core/error.ts";
import { Script, ScriptConversation } from "./script.ts";

/** A script in one shape: the first conversation that matches a request answers it. */
export interface ParsedScript {
  readonly conversations: readonly ScriptConversation[];
  readonly values: Readonly<Record<string, string>>;
  readonly otherwise: { readonly text: string; readonly json?: z.core.util.JSONType };
}

/** Throws an AxisError that names every invalid place. `shown` is the name to use in messages. */
export function parseScript(written: unknown, shown = "The script"): ParsedScript {
  const parsed = chooseSchema(written).safeParse(written);
  if (!parsed.success) throw scriptError(shown, parsed.error);
  const { values, otherwise, ...rest } = parsed.data;
  const conversations = "conversations" in rest ? rest.conversations : [{ ...rest, name: "script" }];
  const names = conversations.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new AxisError("config-invalid", `${shown} has two conversations named "${twice}"`, { hint });
  return { conversations, values, otherwise: { text: otherwise.text, ...pickJson(otherwise) } };
}

const hint = "See docs/dry-run.md for the format of scripts";

/** Picks the form that was meant, so that its specific messages are shown instead of "matches neither form". */
function chooseSchema(written: unknown): typeof Script {
  const [single, several] = Script.options;
  const meansSeveral = typeof written === "object" && written !== null && "conversations" in written;
  // Both are members of the union, so parsing with either gives a value of the union's type.
  return (meansSeveral ? several : single) as unknown as typeof Script;
}

function pickJson({ json }: { json?: z.core.util.JSONType | undefined }) {
  return json === undefined ? {} : { json };
}

function scriptError(shown: string, error: z.ZodError): AxisError {
  const lines = flattenIssues(error.issues).map(({ path, message }) => {
    const place = z.core.toDotPath(path.filter((key) => typeof key !== "symbol"));
    return `  ${place === "" ? "" : `${place}: `}${message}`;
  });
  return new AxisError("config-invalid", [`${shown} is not a script:`, ...new Set(lines)].join("\n"), { hint });
}

interface ScriptIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A union's own message says nothing, so use those of its first member, a step as data. */
function flattenIssues(issues: readonly z.core.$ZodIssue[]): ScriptIssue[] {
  return issues.flatMap((issue) => {
    const [first = []] = issue.code === "invalid_union" ? issue.errors : [];
    if (first.length === 0) return [issue];
    return flattenIssues(first).map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
  });
}
