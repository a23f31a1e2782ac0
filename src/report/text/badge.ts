/** Renders the AXIS Result of a report as a small SVG badge for a readme. */
import type { Report } from "../../core/report.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import { escapeXmlText } from "../ci/xml.ts";
import { bandOf } from "./format.ts";
import { displayWidth } from "./terminal-safe.ts";

export interface BadgeOptions {
  /** What to show on the right: the number, its band, or both. */
  readonly shows: "result" | "band" | "both";
  /** The label on the left. */
  readonly label?: string;
}

/** Dark enough for white text. */
const colors = { excellent: "#14653c", good: "#47660f", fair: "#855600", poor: "#a12424", none: "#5c5850" } as const;

const height = 20;
/** The width of one column of text in the font below; slightly more than most letters need. */
const columnWidth = 6.8;
const padding = 8;

export function renderBadge(
  { summary, scripted }: Pick<Report, "summary" | "scripted">,
  { verdict }: Pick<ReportVerdict, "verdict">,
  options: BadgeOptions = { shows: "both" },
): string {
  // A rehearsal does not measure an agent, so a readme must not show its number.
  const score = scripted === true ? null : summary.averageAxisScore;
  const left = options.label ?? "AXIS Result";
  const right = scripted === true ? "rehearsal" : formatBadgeValue(score, verdict, options.shows);
  const [leftWidth, rightWidth] = [measureText(left), measureText(right)];
  const width = leftWidth + rightWidth;
  const title = escapeXmlText(`${left}: ${right}`);
  const text = (value: string, middle: number) =>
    `<text x="${middle}" y="14" text-anchor="middle">${escapeXmlText(value)}</text>`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="2" fill="#33312d"/>`,
    `<path d="M${leftWidth} 0h${rightWidth - 2}a2 2 0 0 1 2 2v${height - 4}a2 2 0 0 1-2 2h-${rightWidth - 2}z" fill="${chooseColor(score, verdict)}"/>`,
    `<g fill="#ffffff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    text(left, leftWidth / 2),
    text(right, leftWidth + rightWidth / 2),
    `</g></svg>\n`,
  ].join("");
}

/** A band word praises, so it appears only if the report passes; otherwise the verdict takes its place. */
function formatBadgeValue(
  score: number | null,
  verdict: ReportVerdict["verdict"],
  shows: BadgeOptions["shows"],
): string {
  if (score === null) return verdict === "PASS" ? "no result" : verdict;
  const word = verdict === "PASS" ? bandOf(score) : verdict;
  if (shows === "band") return word;
  return shows === "result" ? String(score) : `${score} ${word}`;
}

function chooseColor(score: number | null, verdict: ReportVerdict["verdict"]): string {
  if (verdict === "FAIL") return colors.poor;
  return colors[score === null || verdict !== "PASS" ? "none" : bandOf(score)];
}

function measureText(text: string): number {
  return Math.round(displayWidth(text) * columnWidth + 2 * padding);
}
