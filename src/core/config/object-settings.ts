/** `settings.store.objects`: the S3-compatible store that large files are kept in. Its keys come from the environment alone. */
import { z } from "zod";
import { isLoopbackHost } from "../http/loopback.ts";

const keys = "The keys of the object store do not belong in a config: they are AXIS_S3_KEY_ID and AXIS_S3_SECRET";

const endpoint = z.string().superRefine((text, context) => {
  const refuse = (message: string) => context.addIssue({ code: "custom", message });
  if (!URL.canParse(text)) return refuse("expected a URL such as https://s3.example.com");
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  if (username !== "" || password !== "") return refuse(keys);
  if (pathname !== "/" || search !== "" || hash !== "") return refuse("expected a host alone, without path, ? or #");
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  if (!isSafe) refuse("expected https://, since files travel there; http:// only to this machine");
});

export const ObjectSettings = z.strictObject({
  endpoint: endpoint.describe("Where the store answers, such as https://s3.eu-central-1.amazonaws.com."),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "expected the name of a bucket: 3 to 63 of a-z, 0-9, . and -")
    .describe("Made beforehand; AXIS never makes one."),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "expected a region such as eu-central-1")
    .optional()
    .describe("What requests are signed for; default us-east-1."),
  prefix: z
    .string()
    .max(200)
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/, "expected names of A-Z, a-z, 0-9, . _ and -, separated by /")
    .optional()
    .describe("What the names of all objects begin with; default axis."),
  path_style: z.boolean().optional().describe("Whether the bucket stands in the path (default) or before the host."),
});
export type ObjectSettings = z.infer<typeof ObjectSettings>;
