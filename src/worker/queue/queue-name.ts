/** One queue per agent. Its name is derived from the agent's name, using only characters that every engine accepts. */
import { createHash } from "node:crypto";

const longestSlug = 40;

/** Different agent names get different queues, even if their slugs are the same. */
export function toQueueName(agent: string): string {
  const slug = agent
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .slice(0, longestSlug);
  if (slug === agent) return `axis-runs.${slug}`;
  const mark = createHash("sha256").update(agent).digest("hex").slice(0, 8);
  return `axis-runs.${slug}-${mark}`;
}

/** Receives tokens whose worker was lost on every delivery. */
export const deadLetterQueue = "axis-dead";
