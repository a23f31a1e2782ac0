/** A view that is not there, with the way back. */
import type { ComponentChildren } from "preact";

export function NotFound({ children }: { children: ComponentChildren }) {
  return (
    <>
      <h1>Not found</h1>
      <p class="notice">
        {children} <a href="#/">Back to the report</a>
      </p>
    </>
  );
}
