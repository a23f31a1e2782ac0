/** The login page, shown alone: without a token there is nothing else to show. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Why the login is shown. */
export type LoginReason = "missing" | "wrong" | "wanted";

const words: Readonly<Record<LoginReason, string>> = {
  missing: "This server requires a token.",
  wrong: "This server does not accept this token.",
  wanted: "Enter a token to sign in.",
};

interface LoginProps {
  readonly reason: LoginReason;
  /** Null continues without a token, which the server's own machine may do. */
  readonly onToken: (token: string | null) => void;
}

export function Login({ reason, onToken }: LoginProps) {
  const [token, setToken] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    document.title = "AXIS: sign in";
    field.current?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    if (token.trim() !== "") onToken(token.trim());
  };
  return (
    <main class="login" id="main">
      <p class="wordmark">AXIS</p>
      <h1>Sign in</h1>
      <p role="alert">{words[reason]}</p>
      <form onSubmit={submit}>
        <label for="token">Token</label>
        <input
          id="token"
          ref={field}
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Sign in
        </button>
        {reason !== "missing" && (
          <button type="button" onClick={() => onToken(null)}>
            Continue without a token
          </button>
        )}
      </form>
      <p class="aside">
        Create one with <code>axis token create --name me --scope read</code>, or open the address that{" "}
        <code>axis serve</code> prints. The token is stored in this tab only.
      </p>
    </main>
  );
}
