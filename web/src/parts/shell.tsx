/** The frame of every page: skip link, masthead, view, footer. */
import type { ComponentChildren, RefObject } from "preact";
import { ShortcutKeys } from "./keys.tsx";

interface ShellProps {
  readonly main: RefObject<HTMLElement | null>;
  readonly masthead: ComponentChildren;
  readonly colophon: string;
  readonly children: ComponentChildren;
}

export function Shell({ main, masthead, colophon, children }: ShellProps) {
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skipToMain(event, main.current)}>
        Skip to content
      </a>
      {masthead}
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <footer class="colophon">{colophon}</footer>
      <ShortcutKeys />
    </>
  );
}

/** The hash is used for routing, so the link moves the focus itself. */
function skipToMain(event: Event, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}
