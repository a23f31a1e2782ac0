/** Handles login, loads the workspaces, and shows the view for the address. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Api, createApi } from "./api/api.ts";
import type { WorkspaceSummary } from "./api/answers.ts";
import type { EarlyAnswers } from "./api/early.ts";
import { answerNewTabs, askOtherTabs, type Session, takeToken } from "./api/session.ts";
import { Login, type LoginReason } from "./login/login.tsx";
import { Failure, Loading } from "./parts/states.tsx";
import { useHashChange } from "../router.ts";
import { useLoaded } from "./parts/use-loaded.ts";
import { type SignInAction, MainPage } from "./main-page.tsx";

interface DashboardProps {
  readonly session: Session;
  readonly early: EarlyAnswers;
}

/** If a token is rejected, only the login is shown until there is another one. */
export function Dashboard({ session, early }: DashboardProps) {
  const [reason, setReason] = useState<LoginReason | null>(null);
  const [turn, setTurn] = useState(0);
  const refused = () => setReason(session.token() === null ? "missing" : "wrong");
  const api = useMemo(() => createApi(session, refused, early), [turn]);
  const enter = (token: string | null) => {
    session.keep(token);
    setReason(null);
    // They belong to the previous token.
    early.forget();
    setTurn((before) => before + 1);
  };
  useHashChange(() => {
    if (takeToken(session)) enter(session.token());
  });
  useEffect(() => answerNewTabs(session), [session]);
  useEffect(() => (reason === "missing" ? askOtherTabs(enter) : undefined), [reason]);
  if (reason !== null) return <Login key={turn} reason={reason} onToken={enter} />;
  const signIn: SignInAction =
    session.token() === null
      ? { words: "Sign in", open: () => setReason("wanted") }
      : { words: "Sign out", open: () => enter(null) };
  return <LoadWorkspaces key={turn} api={api} signIn={signIn} />;
}

/** Loading the workspaces is the first request, so it also shows whether the token is valid. */
function LoadWorkspaces({ api, signIn }: { api: Api; signIn: SignInAction }) {
  const [workspaces, again] = useLoaded((abort) => readWorkspaces(api, abort), "");
  if (workspaces.value !== null) return <MainPage api={api} workspaces={workspaces.value} signIn={signIn} />;
  return (
    <main id="main" class="entrance">
      <h1 class="wordmark">AXIS</h1>
      {workspaces.state === "failed" ? <Failure error={workspaces.error} again={again} /> : <Loading />}
    </main>
  );
}

async function readWorkspaces(api: Api, abort: AbortSignal): Promise<readonly WorkspaceSummary[]> {
  const workspaces: WorkspaceSummary[] = [];
  for await (const page of api.pages("/v1/workspaces", { query: { limit: 200 }, abort })) workspaces.push(...page);
  return workspaces;
}
