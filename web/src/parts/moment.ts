/** Formats moments: those of reports and charts in UTC, those of live pages in the reader's time zone. */
import { safeLine } from "../text/safe.ts";

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A stored timestamp, to the second, in UTC. */
export function formatMoment(timestamp: string | null): string {
  if (timestamp === null || timestamp === "") return "unknown";
  return safeLine(timestamp, 40)
    .replace("T", " ")
    .replace(/(?:\.\d+)?Z$/, " UTC");
}

/** In the reader's time zone: the time if it is today, otherwise the date, with the year only if it is another year. */
export function formatShortMoment(timestamp: string, now: Date): string {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) return "unknown";
  const time = `${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
  if (moment.toDateString() === now.toDateString()) return `${time}:${pad(moment.getSeconds())}`;
  const day = `${moment.getDate()} ${months[moment.getMonth()]}`;
  return moment.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${moment.getFullYear()}`;
}

/** `16 Nov, 09:02` in the reader's time zone, with the year only if it is another year. */
export function formatDayTime(timestamp: string, now: Date): string {
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) return "unknown";
  const year = moment.getFullYear() === now.getFullYear() ? "" : ` ${moment.getFullYear()}`;
  const day = `${moment.getDate()} ${months[moment.getMonth()]}${year}`;
  return `${day}, ${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** How long ago, in the largest fitting unit. */
export function formatAge(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(timestamp).getTime()) / 1000));
  if (Number.isNaN(seconds)) return "unknown";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

/** `2 Mar`, in UTC. */
export function formatDay(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

/** `23:59`, in UTC. */
export function formatClock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** `2 Mar 2026`, in UTC. */
export function formatDate(at: number): string {
  return `${formatDay(at)} ${new Date(at).getUTCFullYear()}`;
}

/** `2 Mar 2026 23:59`, in UTC. */
export function formatDateTime(at: number): string {
  return `${formatDate(at)} ${formatClock(at)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
