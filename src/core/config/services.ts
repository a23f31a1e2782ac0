/**
 * Which programs make a shell command a call of a service, as data. The program that runs decides, never a URL
 * somewhere in the text. `settings.services` adds programs and hosts.
 */

function splitNames(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(" "));
}

/** In lower case. git, package managers, docker and kubectl are not here: they belong to the machine. */
export const servicePrograms: readonly string[] = [
  ...splitNames(
    // HTTP and other requests.
    "curl curlie wget aria2c http https xh xhs grpcurl websocat",
    "invoke-webrequest invoke-restmethod iwr irm",
    // Other machines; rsync counts only if it is given a host.
    "ssh scp sftp ftp lftp mosh rsync nc ncat netcat socat telnet",
    // Code hosts.
    "gh glab",
    // Clouds.
    "aws awslocal sam eb gcloud gsutil bq az doctl hcloud linode-cli ibmcloud oci scw s3cmd",
    // Deployment.
    "netlify netlify-cli ntl vercel fly flyctl heroku wrangler cloudflared railway @railway/cli render",
    "firebase firebase-tools amplify @aws-amplify/cli serverless sls surge deployctl eas eas-cli ngrok",
    // Databases and backends as a service.
    "supabase pscale neonctl turso convex appwrite",
    // APIs of other products.
    "stripe shopify @shopify/cli twilio auth0 okta sf sfdx sentry-cli @sentry/cli datadog-ci doppler",
    "huggingface-cli hf kaggle replicate",
  ),
].toSorted();

/** The services of a run whose config adds none, or whose report was written before there was a list. */
export const defaultServices: ReadonlySet<string> = new Set(servicePrograms);

/** The complete list: the table, and what the config adds. */
export function resolveServices(added: readonly string[] = []): string[] {
  return [...new Set([...servicePrograms, ...added.map((name) => name.toLowerCase())])].toSorted();
}

/** What is wrong with an entry of `settings.services`, and what to write instead; null if it is a program or a host. */
export function findServiceProblem(name: string): { readonly message: string; readonly suggestion: string } | null {
  if (/^(?:@[\w.-]+\/)?[a-z0-9_][\w.+-]*$/i.test(name)) return null;
  const message = `${JSON.stringify(name)} is neither a command nor a host.`;
  const meant = guessName(name);
  if (meant !== null) return { message, suggestion: `Did you mean ${JSON.stringify(meant)}?` };
  return { message, suggestion: 'Write the name of a program, such as "acme", or of a host, such as "api.acme.dev".' };
}

/** The host of an address, the file name of a path, or the program of a command line. */
function guessName(name: string): string | null {
  const [first = ""] = name.trim().split(/\s+/);
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@\s]*@)?([^/?#:\s]+)/i.exec(first)?.[1] ?? "";
  const isPath = /^[.~]{0,2}\//.test(first);
  const meant = (isPath ? first.slice(first.lastIndexOf("/") + 1) : host).replace(/^\*\.|^\.+|\.+$/g, "");
  return meant !== name && isPlainName(meant) ? meant : null;
}

function isPlainName(name: string): boolean {
  return /^[a-z0-9_][\w.+-]*$/i.test(name);
}
