/** `settings.server`: where `axis serve` listens, and who may call it. */
import { z } from "zod";

const hostName = z.string().regex(/^[A-Za-z0-9.:[\]-]{1,253}$/, "expected a host name or an address, without a port");

export const ServerSettings = z.strictObject({
  host: hostName.optional().describe("Address that axis serve listens on; default 127.0.0.1."),
  port: z.number().int().min(0).max(65_535).optional().describe("Default 4747."),
  hosts: z.array(hostName).optional().describe("Additional host names that requests may be addressed to."),
  cors_origins: z
    .array(z.string().regex(/^https?:\/\/[^/*\s]+$/, "expected an origin such as https://ci.example.test"))
    .optional()
    .describe("Pages from these origins may read responses."),
});
export type ServerSettings = z.infer<typeof ServerSettings>;
