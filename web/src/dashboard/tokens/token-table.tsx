/** All tokens, including expired and revoked ones. */
import { useState } from "preact/hooks";
import { ScrollTable, textColumns } from "../../parts/table.tsx";
import { safeLine } from "../../text/safe.ts";
import type { TokenSummary } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import type { ApiError } from "../api/api-error.ts";
import { formatAge, formatShortMoment } from "../../parts/moment.ts";
import { Failure } from "../parts/states.tsx";
import { asApiError } from "../parts/use-loaded.ts";

const titles = ["Name", "Allows", "Workspace", "Created", "Last used", "Expires", "State"] as const;

interface TokenTableProps {
  readonly tokens: readonly TokenSummary[];
  readonly api: Api;
  readonly onChange: () => void;
}

export function TokenTable({ tokens, api, onChange }: TokenTableProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const revoke = async (id: string) => {
    setError(null);
    try {
      await api.send("DELETE", "/v1/tokens/{id}", { path: { id }, needs: "admin" });
      onChange();
    } catch (failure) {
      setError(asApiError(failure));
    }
  };
  return (
    <>
      {error !== null && <Failure error={error} />}
      <ScrollTable label="Table of tokens" class="tokens stacked" columns={textColumns(...titles)}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} revoke={revoke} />
        ))}
      </ScrollTable>
    </>
  );
}

function TokenRow({ token, revoke }: { token: TokenSummary; revoke: (id: string) => Promise<void> }) {
  const now = new Date();
  const state = findState(token, now);
  return (
    <tr class={state === "counts" ? undefined : "over"}>
      <th scope="row">
        {safeLine(token.name, 100)} <small>{token.id}</small>
      </th>
      <td data-title={titles[1]}>{token.scopes.join(", ")}</td>
      <td data-title={titles[2]}>{token.workspace === null ? "all" : safeLine(token.workspace, 60)}</td>
      <td data-title={titles[3]}>{formatShortMoment(token.created_at, now)}</td>
      <td data-title={titles[4]}>{token.last_used_at === null ? "never" : formatAge(token.last_used_at, now)}</td>
      <td data-title={titles[5]}>{token.expires_at === null ? "never" : formatShortMoment(token.expires_at, now)}</td>
      <td data-title={titles[6]}>
        {state === "counts" ? <Revoke name={token.name} revoke={() => revoke(token.id)} /> : state}
      </td>
    </tr>
  );
}

type TokenState = "counts" | "expired" | "revoked";

function findState({ revoked_at, expires_at }: TokenSummary, now: Date): TokenState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && new Date(expires_at) <= now ? "expired" : "counts";
}

/** Asks for confirmation, because clients with this token lose access at once. */
function Revoke({ name, revoke }: { name: string; revoke: () => Promise<void> }) {
  const [step, setStep] = useState<"idle" | "asked" | "busy">("idle");
  const shown = safeLine(name, 100);
  if (step === "idle")
    return (
      <button type="button" onClick={() => setStep("asked")}>
        Revoke<span class="sr"> {shown}</span>
      </button>
    );
  const go = () => {
    setStep("busy");
    void revoke().then(() => setStep("idle"));
  };
  return (
    <span class="filter-buttons" role="group" aria-label={`Revoke ${shown}?`}>
      <button type="button" class="danger" disabled={step === "busy"} onClick={go} ref={(button) => button?.focus()}>
        Revoke permanently
      </button>
      <button type="button" disabled={step === "busy"} onClick={() => setStep("idle")}>
        Keep
      </button>
    </span>
  );
}
