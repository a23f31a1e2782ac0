/** `settings.store.objects`: the S3-compatible store for large files. Its keys come only from the environment. */
import { z } from "zod";
import { isLoopbackHost } from "../http/loopback.ts";

const keys = "The keys of the object store do not belong in a config: set AXIS_S3_KEY_ID and AXIS_S3_SECRET instead";

const endpoint = z.string().superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: "custom", message });
  if (!URL.canParse(text)) return refuse("expected a URL such as https://s3.example.com");
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  if (username !== "" || password !== "") return refuse(keys);
  if (pathname !== "/" || search !== "" || hash !== "") return refuse("expected only a host, without path, ? or #");
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  if (!isSafe) refuse("expected https://, since files are sent there; http:// is allowed only for this machine");
});

export const ObjectSettings = z.strictObject({
  endpoint: endpoint.describe("URL of the store, such as https://s3.eu-central-1.amazonaws.com."),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "expected a bucket name: 3 to 63 characters from a-z, 0-9, . and -")
    .describe("Must exist already; AXIS never creates a bucket."),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "expected a region such as eu-central-1")
    .optional()
    .describe("Region that requests are signed for; default us-east-1."),
  prefix: z
    .string()
    .max(200)
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/, "expected names of A-Z, a-z, 0-9, . _ and -, separated by /")
    .optional()
    .describe("Prefix of all object names; default axis."),
  path_style: z.boolean().optional().describe("Whether the bucket is part of the path (default) or of the host name."),
});
export type ObjectSettings = z.infer<typeof ObjectSettings>;
