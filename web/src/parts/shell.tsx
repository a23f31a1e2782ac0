/** What stands around every view: the way past the head of the page, the head, the view, who wrote it. */
import type { ComponentChildren, RefObject } from "preact";

interface ShellProps {
  readonly main: RefObject<HTMLElement | null>;
  readonly masthead: ComponentChildren;
  readonly colophon: string;
  readonly children: ComponentChildren;
}

export function Shell({ main, masthead, colophon, children }: ShellProps) {
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event, main.current)}>
        Skip to the content
      </a>
      {masthead}
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <footer class="colophon">{colophon}</footer>
    </>
  );
}

/** The address holds the view, so the jump is made by hand. */
function skip(event: Event, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
