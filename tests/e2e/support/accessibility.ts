import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Lists violations of the WCAG and of best practices on the open page, each with its rule and element. */
export async function findViolations(page: Page): Promise<string[]> {
  // A script tag would be blocked by the content security policy of the page.
  await page.evaluate(axe.source)
  return await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    )
  })
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
