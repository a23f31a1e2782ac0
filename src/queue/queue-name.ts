/** One queue per agent: its name is made of the agent's, in letters that every engine takes. */
import { createHash } from "node:crypto";

const longestSlug = 40;

/** Names that differ have queues that differ, also where their slugs do not. */
export function queueName(agent: string): string {
  const slug = agent
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .slice(0, longestSlug);
  if (slug === agent) return `axis-runs.${slug}`;
  const mark = createHash("sha256").update(agent).digest("hex").slice(0, 8);
  return `axis-runs.${slug}-${mark}`;
}

/** Where tokens go that were lost with their worker every time. */
export const deadQueue = "axis-dead";
