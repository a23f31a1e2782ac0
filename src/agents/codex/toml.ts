/** Writes the small part of TOML that the Codex configuration needs: tables of strings, booleans and lists of strings. */

export type TomlValue = string | boolean | readonly string[];
export type TomlTable = Readonly<Record<string, TomlValue>>;

/** Formats one table; an empty path is the top of the file. */
export function formatTomlTable(path: readonly string[], table: TomlTable): string {
  const head = path.length === 0 ? [] : [`[${path.map(formatTomlString).join(".")}]`];
  return [...head, ...Object.entries(table).map(([key, value]) => `${formatTomlString(key)} = ${formatTomlValue(value)}`)].join(
    "\n",
  );
}

function formatTomlValue(value: TomlValue): string {
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? formatTomlString(value) : `[${value.map(formatTomlString).join(", ")}]`;
}

/** A basic string. TOML reads JSON escapes alike, except that DEL must be escaped and lone surrogates are not allowed. */
export function formatTomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}
