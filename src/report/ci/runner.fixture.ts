/** For tests: the part of the GitHub Actions runner that finds commands in the output of a step. */

/** A command as the runner understood it. */
export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const knownCommands = new Set([
  "error",
  "warning",
  "notice",
  "debug",
  "group",
  "endgroup",
  "add-mask",
  "add-matcher",
  "remove-matcher",
  "set-output",
  "set-env",
  "save-state",
  "add-path",
  "echo",
  "stop-commands",
]);

/** Reads lines as the runner does and returns the commands it would run, without the tokens of stop-commands. */
export function findCommands(lines: readonly string[]): Command[] {
  const carried: Command[] = [];
  let token: string | null = null;
  for (const line of lines.flatMap((text) => text.split(/\r\n|\r|\n/))) {
    const names: ReadonlySet<string> =
      token === null ? knownCommands : new Set([...knownCommands, token.toLowerCase()]);
    const command: Command | null = parseNewForm(line, names) ?? parseOldForm(line, names);
    if (command === null) continue;
    if (token !== null) {
      if (command.name === token.toLowerCase()) token = null;
    } else if (command.name === "stop-commands") token = command.data;
    else carried.push(command);
  }
  return carried;
}

/** `::name key=value,key=value::data`, at the start of a line. */
function parseNewForm(line: string, names: ReadonlySet<string>): Command | null {
  const text = line.replace(/^[\s\u0085]+/, "");
  if (!text.startsWith("::")) return null;
  const end = text.indexOf("::", 2);
  if (end === -1) return null;
  const [name = "", properties = ""] = text.slice(2, end).split(/ (.*)/su);
  if (!names.has(name.toLowerCase())) return null;
  return {
    name: name.toLowerCase(),
    properties: parseProperties(properties, ","),
    data: decodeEscapes(text.slice(end + 2)),
  };
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseOldForm(line: string, names: ReadonlySet<string>): Command | null {
  const [, inner = "", data = ""] = /##\[([^\]]*)\](.*)/su.exec(line) ?? [];
  const [name = "", properties = ""] = inner.trim().split(/ (.*)/su);
  // The real runner knows fewer names in this form; here every name counts.
  if (name === "" || !(names.has(name.toLowerCase()) || /^[a-z-]+$/i.test(name))) return null;
  return { name: name.toLowerCase(), properties: parseProperties(properties, ";"), data };
}

function parseProperties(text: string, separator: string): Record<string, string> {
  const pairs = text.split(separator).map((pair) => pair.trim().split(/=(.*)/su));
  return Object.fromEntries(
    pairs.flatMap(([key = "", value]) => (value === undefined ? [] : [[key, decodeProperty(value)]])),
  );
}

function decodeEscapes(text: string): string {
  return text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}

function decodeProperty(text: string): string {
  return decodeEscapes(text.replaceAll("%3A", ":").replaceAll("%2C", ","));
}

/** The values in a GITHUB_OUTPUT file. */
export function readOutputs(file: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = file.split("\n");
  for (let at = 0; at < lines.length - 1; at += 1) {
    const [, name = "", delimiter] = /^([\w-]+)<<(.+)$/.exec(lines[at] ?? "") ?? [];
    if (delimiter === undefined) throw new Error(`not an output: ${lines[at]}`);
    const end = lines.indexOf(delimiter, at + 1);
    if (end === -1) throw new Error(`${name} has no closing delimiter`);
    values[name] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return values;
}
