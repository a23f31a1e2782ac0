/** What the accessibility tester axe finds wrong with a page as it stands, a line each. */
import axe from "axe-core";
import type { Page } from "playwright-core";

export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly impact: string;
      readonly nodes: { readonly html: string }[];
    }
    const tester = (window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe;
    const result = await tester.run({ resultTypes: ["violations"] }); // What passes need not be described.
    return result.violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  });
}
