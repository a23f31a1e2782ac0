/** Web addresses as keys: the same page has the same key, whatever ids and details are in its address. */
import { networkTools } from "../../agents/transcript/tools.ts";
import type { Json } from "../../core/json.ts";
import { isRecord } from "../../core/json.ts";
import { removeInvisible } from "./clean-text.ts";

/** An address as it was written, and the parts that identify it. */
export interface OpenedAddress {
  readonly host: string;
  /** Host and path; ids are `{id}`. */
  readonly key: string;
  /** Host and path in lower case as they were written, without a final `/`. */
  readonly written: string;
}

const form = /^(?:https?:\/\/)?(?:[^/?#@\s]*@)?([^/?#\\\s:]+(?::\d+)?)([^?#\s]*)/i;
const longestPath = 200;
/** A part of a path that is longer than this is an id. */
const longestPart = 32;
/** Ports from here on are given out by the system, differently each time. */
const firstTemporaryPort = 32_768;
const loopback = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/;

/** Null if the text is no address. */
export function parseAddress(text: string): OpenedAddress | null {
  const [, named = "", path = ""] = form.exec(removeInvisible(text.trim())) ?? [];
  const host = normalizeHost(named);
  if (host === "") return null;
  const key = host + normalizePath(path);
  const written = `${named.toLowerCase().replace(/^www\./, "")}${path.replace(/\/+$/, "").toLowerCase()}`;
  return { host, key, written };
}

function normalizeHost(named: string): string {
  const [name = "", port] = named.toLowerCase().split(":");
  const host = name.replace(/\.+$/, "").replace(/^www\./, "");
  if (!/^[\w.-]+$/.test(host) || host.length > 253) return "";
  if (port === undefined || port === "80" || port === "443") return host;
  return loopback.test(host) && Number(port) >= firstTemporaryPort ? host : `${host}:${port}`;
}

function normalizePath(path: string): string {
  const parts = path
    .slice(0, longestPath)
    .split("/")
    .filter((part) => part !== "");
  return parts.map((part) => `/${isId(part) ? "{id}" : part}`).join("");
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const prefixed = /^[a-z][a-z0-9]*_(?=[a-z0-9]*\d)[a-z0-9]{8,}$/i;

/** Whether a part of a path names one thing of many: a number, a UUID, a hash, `cus_8fj2k1m9`, or something long. */
function isId(part: string): boolean {
  return (
    part.length > longestPart ||
    /^\d+$/.test(part) ||
    uuid.test(part) ||
    /^[0-9a-f]{8,}$/i.test(part) ||
    prefixed.test(part)
  );
}

const url = /https?:\/\/[^\s"'<>`)\]},]+/i;
const addressFields = ["url", "uri", "href", "endpoint", "link"];

/** The address that a call of a tool opens; null if it opens none. */
export function findInputAddress(tool: string, input: Json): OpenedAddress | null {
  if (isRecord(input))
    for (const name of addressFields) {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      if (typeof value === "string" && /^https?:\/\//i.test(value.trim())) return parseAddress(value);
    }
  if (!networkTools.has(tool.toLowerCase())) return null;
  const [found] = url.exec(JSON.stringify(input) ?? "") ?? [];
  return found === undefined ? null : parseAddress(found.replace(/\\+$/, ""));
}
