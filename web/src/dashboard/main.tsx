/** Starts the dashboard: removes the token from the address, requests what the first view needs, then renders. */
import "../../style/base.css";
import "../../style/parts.css";
import "../../style/stacks.css";
import "../../style/live.css";
import "../../style/text.css";
import "../../style/diff.css";
import "../../style/home.css";
import "../../style/run.css";
import "../../style/transcript.css";
import "../../style/compare.css";
import "../../style/competition.css";
import "../../style/evaluation.css";
import "../../style/review.css";
import "../../style/dashboard.css";
import "../../style/dashboard-home.css";
import "../../style/dashboard-run.css";
import "../../style/dashboard-runs.css";
import "../../style/dashboard-trends.css";
import "../../style/print.css";
import { render } from "preact";
import { sendWithToken } from "./api/api.ts";
import { requestEarly } from "./api/early.ts";
import { openSession, sessionStorageIfAllowed, takeToken } from "./api/session.ts";
import { Dashboard } from "./dashboard.tsx";

const session = openSession(sessionStorageIfAllowed());
takeToken(session);
const early = requestEarly(location.hash, (address) => sendWithToken(session, address));
addEventListener("hashchange", () => early.forget(), { once: true });
const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<Dashboard session={session} early={early} />, root);
}
