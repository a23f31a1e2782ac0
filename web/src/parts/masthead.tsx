/** The line at the top of every page: the wordmark that leads home, and what the page is about. */
import type { ComponentChildren } from "preact";

interface MastheadProps {
  readonly home: string;
  readonly isHome?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
  /** At the right end: links to sections, the search field. */
  readonly actions?: ComponentChildren;
}

export function Masthead({ home, isHome = false, class: extra = "", children, actions }: MastheadProps) {
  return (
    <header class={`masthead ${extra}`.trimEnd()}>
      <a class="wordmark" href={home} aria-current={isHome ? "page" : undefined}>
        AXIS
      </a>
      {children}
      {actions !== undefined && <div class="masthead-actions">{actions}</div>}
    </header>
  );
}
