/** The dashboard: takes the token out of the address, then opens. */
import { render } from "preact";
import { openSession, sessionStorageIfAllowed, takeToken } from "./api/session.ts";
import { Dashboard } from "./dashboard.tsx";

const session = openSession(sessionStorageIfAllowed());
takeToken(session);
const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  render(<Dashboard session={session} />, root);
}
