/** Moments as people read them, where they live. */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** The time of a moment of today; the day as well for others, and the year for those of other years. */
export function shortMoment(text: string, now: Date): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return "unknown";
  const time = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  if (moment.toDateString() === now.toDateString()) return `${time}:${two(moment.getSeconds())}`;
  const day = `${moment.getDate()} ${months[moment.getMonth()]}`;
  return moment.getFullYear() === now.getFullYear() ? `${day} ${time}` : `${day} ${moment.getFullYear()}`;
}

/** How long ago, in the largest unit that says something. */
export function ago(text: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(text).getTime()) / 1000));
  if (Number.isNaN(seconds)) return "unknown";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
