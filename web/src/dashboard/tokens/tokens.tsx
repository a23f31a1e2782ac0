/** Tokens, for administrators: who has one, a new one, and taking one back. */
import { useState } from "preact/hooks";
import type { CreatedToken, TokenSummary } from "../api/answers.ts";
import { Empty, Shown } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { NewTokenForm } from "./new-token-form.tsx";
import { TokenText } from "./token-text.tsx";
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
        <h1>Tokens</h1>
        <p>Who may ask this server, and for what.</p>
      </div>
      {created !== null && <TokenText created={created} onDone={() => setCreated(null)} />}
      <Shown of={tokens} again={again}>
        {({ data }) => (
          <>
            <NewTokenForm api={api} onCreated={show} />
            <section aria-labelledby="token-list">
              <h2 id="token-list">All tokens</h2>
              <TokenList tokens={data} api={api} again={again} />
            </section>
          </>
        )}
      </Shown>
    </>
  );
}

type TokenListProps = Pick<ViewProps, "api"> & { readonly tokens: readonly TokenSummary[]; readonly again: () => void };

function TokenList({ tokens, api, again }: TokenListProps) {
  if (tokens.length === 0) return <Empty title="No tokens yet" />;
  return <TokenTable tokens={tokens} api={api} onChange={again} />;
}
