/** Reduces an untrusted library to its data, and says what was left out. */
import type { LibraryContent } from "./library.ts";
import { isRemoteSkill, type Part, partText, scenarioParts } from "./parts.ts";

/** The data of a library, and one sentence for each kind of thing that was left out. */
export function keepDataOnly(
  url: string,
  content: LibraryContent,
): { readonly content: LibraryContent; readonly warnings: readonly string[] } {
  const { mcp_servers: _servers, adapters: _adapters, env: _env, ...config } = content.config;
  const skills = config.skills?.filter((source) => !isRemoteSkill(source));
  // Without its scripts, servers or checks, a scenario would be a different task under the same key.
  const scenarios = content.scenarios.filter((scenario) => scenarioParts(scenario).length === 0);
  const without = content.scenarios.filter((scenario) => !scenarios.includes(scenario)).map(({ key }) => key);
  const named = without.length === 0 ? [] : [`scenarios that need some of these, as a whole: ${without.join(", ")}`];
  return {
    content: { ...content, config: { ...config, ...(skills && { skills }) }, scenarios, parts: [] },
    warnings: [...describePartKinds(content.parts), ...named].map((what) => `${url}: only data is used, without ${what}`),
  };
}

function describePartKinds(parts: readonly Part[]): string[] {
  const kinds = new Set(parts.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const those = parts.filter((part) => part.kind === kind);
    return `${kind}: ${those.map(shortText).join("; ")}`;
  });
}

/** Commands can be long and span several lines; their location is enough. */
function shortText(part: Part): string {
  return ["setup and teardown scripts", "command checks", "gates"].includes(part.kind) ? part.at : partText(part);
}
