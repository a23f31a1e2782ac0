/** Tokens, for administrators: list, create, revoke. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { safeLine } from "../../text/safe.ts";
import type { CreatedToken, TokenSummary } from "../api/answers.ts";
import { Empty, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { NewTokenForm } from "./new-token-form.tsx";
import { TokenTable } from "./token-table.tsx";

export function Tokens({ api }: ViewProps) {
  const [tokens, again] = useLoaded((abort) => api.get("/v1/tokens", { abort, needs: "admin" }), "");
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const show = (token: CreatedToken) => {
    setCreated(token);
    again();
  };
  return (
    <>
      <div class="view-head">
        <h1>Settings</h1>
        <p>Who can use this server, and for what.</p>
      </div>
      {created !== null && <TokenText created={created} onDone={() => setCreated(null)} />}
      <ShowLoaded loaded={tokens} again={again}>
        {({ data }) => (
          <>
            <NewTokenForm api={api} onCreated={show} />
            <section aria-labelledby="token-list">
              <h2 id="token-list">All tokens</h2>
              <TokenList tokens={data} api={api} again={again} />
            </section>
          </>
        )}
      </ShowLoaded>
    </>
  );
}

type TokenListProps = Pick<ViewProps, "api"> & { readonly tokens: readonly TokenSummary[]; readonly again: () => void };

function TokenList({ tokens, api, again }: TokenListProps) {
  if (tokens.length === 0) return <Empty title="No tokens yet" />;
  return <TokenTable tokens={tokens} api={api} onChange={again} />;
}

/** The text of a new token, shown once because it is not stored. */
function TokenText({ created, onDone }: { created: CreatedToken; onDone: () => void }) {
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
        <button type="button" class="primary" onClick={() => void copyText(text).then(setCopied)}>
          {isCopied ? "Copied" : "Copy"}
        </button>
        <button type="button" onClick={onDone}>
          Done
        </button>
      </p>
    </section>
  );
}

/** Browsers allow it on secure pages only; elsewhere the text can be selected by hand. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
