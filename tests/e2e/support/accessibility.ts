import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Lists violations of the WCAG and of best practices on the open page, each with its rule and element. */
export async function findViolations(page: Page): Promise<string[]> {
  // A script tag would be blocked by the content security policy of the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    )
  })
}

/** Expects no violations in the light and in the dark theme. Failures name the state of the page. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  // The theme in which the page was opened comes last, so that it stays.
  const themes = isDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    expect(await findViolations(page), `${state} in the ${colorScheme} theme`).toEqual([])
  }
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
