/** Other runs of a scenario, with links to compare each with the run on the page. */
import type { ComponentChildren } from "preact";

export interface OtherRun {
  readonly name: string;
  readonly href: string;
  readonly score: ComponentChildren;
  /** Null for a run that this page can't compare. */
  readonly compareHref: string | null;
}

export function OtherRuns({ runs }: { runs: readonly OtherRun[] }) {
  if (runs.length === 0) return null;
  return (
    <nav class="others" aria-label="Other runs of this scenario">
      <h2 class="label">Other runs of this scenario</h2>
      <ul>
        {runs.map(({ name, href, score, compareHref }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            {score}
            {compareHref !== null && (
              <a class="quiet" href={compareHref}>
                compare<span class="sr"> with {name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
