/** Writes the little TOML that Codex's configuration needs: tables of texts, flags and lists of texts. */

export type TomlValue = string | boolean | readonly string[];
export type TomlTable = Readonly<Record<string, TomlValue>>;

/** One table; a path without parts is the top of the file. */
export function tomlTable(path: readonly string[], table: TomlTable): string {
  const head = path.length === 0 ? [] : [`[${path.map(tomlString).join(".")}]`];
  return [...head, ...Object.entries(table).map(([key, value]) => `${tomlString(key)} = ${tomlValue(value)}`)].join(
    "\n",
  );
}

function tomlValue(value: TomlValue): string {
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? tomlString(value) : `[${value.map(tomlString).join(", ")}]`;
}

/** A basic string: what JSON escapes TOML reads alike, but for DEL, which it wants escaped, and lone surrogates, which it refuses. */
export function tomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}
