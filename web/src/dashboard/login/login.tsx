/** Asks for a token; shown alone, because without one there is nothing to show. */
import { useState } from "preact/hooks";
import type { ApiError } from "../api/api-error.ts";

interface LoginProps {
  /** Why nobody is let in with what the page had. */
  readonly error: ApiError;
  readonly hadToken: boolean;
  /** Null tries without a token, as whoever sits at the server's machine may. */
  readonly onToken: (token: string | null) => void;
}

export function Login({ error, hadToken, onToken }: LoginProps) {
  const [token, setToken] = useState("");
  return (
    <main class="login" id="main">
      <p class="wordmark">AXIS</p>
      <h1>Sign in</h1>
      <p>{reasonOf(error, hadToken)}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== "") onToken(token.trim());
        }}
      >
        <label for="token">Token</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Sign in
        </button>
        {hadToken && (
          <button type="button" onClick={() => onToken(null)}>
            Go on without a token
          </button>
        )}
      </form>
      <p class="aside">
        Make one with <code>axis token create --name me --scope read</code>, or open the address that{" "}
        <code>axis serve</code> prints. It is kept in this tab alone.
      </p>
    </main>
  );
}

function reasonOf({ kind, facts }: ApiError, hadToken: boolean): string {
  if (kind === "rate-limited") return `Too many tries. Wait ${facts.retryAfterSeconds ?? 60} s.`;
  return hadToken ? "This server does not accept the token of this page." : "This server wants a token.";
}
