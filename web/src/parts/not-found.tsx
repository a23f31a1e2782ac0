/** Shown for an address that leads nowhere, with the way back. */
import type { ComponentChildren } from "preact";

interface NotFoundProps {
  readonly back?: string;
  readonly children?: ComponentChildren;
}

export function NotFound({ back = "Back to the report", children = "This page does not exist." }: NotFoundProps) {
  return (
    <>
      <h1>Not found</h1>
      <p class="notice">
        {children} <a href="#/">{back}</a>
      </p>
    </>
  );
}
