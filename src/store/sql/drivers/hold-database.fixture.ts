/** A separate process that opens the embedded database, adds a workspace and waits to be killed. */
import { ensureWorkspace } from "../workspaces.ts";
import { openEmbedded } from "./pglite.ts";

const [folder = ""] = process.argv.slice(2);
const opened = await openEmbedded(folder, { onWarning: () => {} }).catch((error: { code?: string }) => error);
if ("database" in opened) {
  await ensureWorkspace(opened.database, { slug: "from-the-child", name: "Child" });
  process.stdout.write("holding");
  setInterval(() => {}, 1_000);
} else process.stdout.write(String(opened.code));
