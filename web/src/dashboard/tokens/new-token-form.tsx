/** The form for a new token: name, scope, workspace, lifetime. */
import { useState } from "preact/hooks";
import { safeLine } from "../../text/safe.ts";
import type { CreatedToken, NewToken } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import type { ApiError } from "../api/api-error.ts";
import { Failure } from "../parts/states.tsx";
import { asApiError, useLoaded } from "../parts/use-loaded.ts";

const scopes = [
  { scope: "read", words: "read" },
  { scope: "write", words: "read and write: submit and cancel runs" },
  { scope: "admin", words: "everything, including tokens and project bundles" },
] as const;

const day = 86_400;
const lifetimes = [
  { words: "90 days", seconds: 90 * day },
  { words: "7 days", seconds: 7 * day },
  { words: "1 year", seconds: 365 * day },
  { words: "until revoked", seconds: null },
] as const;

interface NewTokenFormProps {
  readonly api: Api;
  readonly onCreated: (token: CreatedToken) => void;
}

export function NewTokenForm({ api, onCreated }: NewTokenFormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (form: HTMLFormElement) => {
    setBusy(true);
    setError(null);
    try {
      const body = toNewToken(new FormData(form));
      onCreated((await api.send("POST", "/v1/tokens", { body, needs: "admin" })) as CreatedToken);
      form.reset();
    } catch (failure) {
      setError(asApiError(failure));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="new-token">
      <h2 id="new-token">New token</h2>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void create(event.currentTarget);
        }}
      >
        <Fields api={api} />
        <button type="submit" class="primary" disabled={isBusy}>
          Create
        </button>
      </form>
      {error !== null && <Failure error={error} />}
    </section>
  );
}

function Fields({ api }: { api: Api }) {
  const [workspaces] = useLoaded((abort) => api.get("/v1/workspaces", { query: { limit: 200 }, abort }), "");
  return (
    <>
      <label class="grow">
        <span>Name</span>
        <input name="name" required maxLength={100} autocomplete="off" placeholder="what it is for" />
      </label>
      <label>
        <span>Allows</span>
        <select name="scope">
          {scopes.map(({ scope, words }) => (
            <option key={scope} value={scope}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Workspace</span>
        <select name="workspace">
          <option value="">all workspaces</option>
          {workspaces.value?.data.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {safeLine(name, 60)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Valid for</span>
        <select name="lifetime">
          {lifetimes.map(({ words, seconds }) => (
            <option key={words} value={seconds ?? ""}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function toNewToken(data: FormData): NewToken {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  const scope = scopes.find((each) => each.scope === text("scope"))?.scope ?? "read";
  return {
    name: text("name"),
    scopes: [scope],
    ...(text("workspace") !== "" && { workspace: text("workspace") }),
    ...(text("lifetime") !== "" && { expires_in_seconds: Number(text("lifetime")) }),
  };
}
