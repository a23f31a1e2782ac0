/** Writes plain data as YAML. */

/** The text of a document, with a trailing line break. The writer is loaded only here. */
export async function toYamlText(value: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { schema: "core", aliasDuplicateObjects: false, lineWidth: 0 });
}
