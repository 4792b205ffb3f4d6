import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Rules whose result depends on colors. All other rules give the same result in both themes. */
export const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block']

/**
 * Lists violations of the WCAG and of best practices on the open page, each with its rule and element. Checks all rules
 * unless some are named.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A script tag would be blocked by the content security policy of the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async (ruleIds) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(ruleIds && { runOnly: { type: 'rule', values: [...ruleIds] } }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    )
  }, rules)
}

/** Expects no violations in the light and in the dark theme. Failures name the state of the page. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  // The theme in which the page was opened comes last, so that it stays.
  const themes = isDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    const violations = await findViolations(page, index === 0 ? colorRules : undefined)
    expect(violations, `${state} in the ${colorScheme} theme`).toEqual([])
  }
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}
