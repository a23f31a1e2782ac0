/** The text of a token that was just made: shown once, because it is kept nowhere. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { safeLine } from "../../text/safe.ts";
import type { CreatedToken } from "../api/answers.ts";

export function TokenText({ created, onDone }: { created: CreatedToken; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    setCopied(false);
    panel.current?.focus();
  }, [created.id]);
  const text = created.token ?? "";
  return (
    <section class="token-text" tabIndex={-1} ref={panel} aria-labelledby="token-text">
      <h2 id="token-text">Token for {safeLine(created.name, 100)}</h2>
      <p>Copy it now: it is not stored and cannot be shown again.</p>
      <p>
        <code class="secret">{text}</code>
      </p>
      <p class="filter-buttons">
        <button type="button" class="primary" onClick={() => void copied(text).then(setCopied)}>
          {isCopied ? "Copied" : "Copy"}
        </button>
        <button type="button" onClick={onDone}>
          Done
        </button>
      </p>
    </section>
  );
}

/** Browsers allow it on secure pages only: elsewhere the text is there to be marked by hand. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
