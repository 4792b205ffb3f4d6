import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * A style sheet stays in the document after its page was visited, so the styles of one page must not affect another
 * page.
 */
const pages = ['account', 'isochrone', 'live', 'match', 'matrix', 'nearby', 'optimize', 'plan'] as const
/**
 * Returns whether a page uses the style sheet of another page. The live page shows account forms and imports their
 * style sheet.
 */
const isBorrowed = (page: string, owner: string) => page === 'live' && owner === 'account'

const root = new URL('../../apps/console/src/', import.meta.url)
const filesIn = (folder: string, end: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    path.endsWith(end) ? [{ path, text: readFileSync(new URL(`${folder}/${path}`, root), 'utf8') }] : [],
  )
const sheets = filesIn('style', '.css').map(({ path, text }) => ({ name: path.slice(0, -4), heads: headsOf(text) }))
const components = filesIn('pages', '.tsx').map(({ path, text }) => ({
  page: path.split(sep)[0] ?? '',
  classes: classesIn(text),
}))

/** Returns the first part of each selector, such as `.card` of `.card > :last-child`. */
function headsOf(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*.*?\*\/|@import[^;]*;|@media[^{]*\{/gs, '')
  const selectors = [...rules.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.split(','))
  return selectors.map((selector) => selector.trim().split(/[\s>+~]/)[0] ?? '')
}

/** Returns the only class in the first part of a selector. Such a class applies on every page. */
function loneClass(head: string): string | undefined {
  const classes = [...head.matchAll(/\.([\w-]+)/g)].map(([, name]) => name)
  return classes.length === 1 ? classes[0] : undefined
}

function classesIn(component: string): ReadonlySet<string> {
  const written = [...component.matchAll(/\bclass=(?:"([^"]*)"|\{(.*)\})/g)]
  return new Set(written.flatMap(([, plain = '', made = '']) => `${plain} ${made}`.split(/[^\w-]+/)))
}

const owned = sheets.flatMap(({ name, heads }) =>
  [...new Set(heads.map(loneClass))].flatMap((styled) =>
    styled === undefined || pages.some((page) => page === styled) ? [] : [{ styled, owner: name }],
  ),
)

describe('page style sheets', () => {
  test('are found', () => {
    expect(sheets.map(({ name }) => name)).toEqual(expect.arrayContaining([...pages]))
    expect(owned).toContainEqual({ styled: 'compared-bars', owner: 'optimize' })
    expect(components.some(({ page, classes }) => page === 'account' && classes.has('day-bars'))).toBe(true)
  })

  test.each(pages)('%s styles no class of another sheet, and no element of all pages', (page) => {
    const mine = owned.filter(({ owner }) => owner === page).map(({ styled }) => styled)
    const twice = owned.filter(({ styled, owner }) => owner !== page && mine.includes(styled))
    expect(twice).toEqual([])
    const bare = sheets.find(({ name }) => name === page)?.heads.filter((head) => /^[a-z]+(?![\w.#-])/.test(head))
    expect(bare).toEqual([])
  })

  test.each(pages)('%s uses no class of another page', (page) => {
    const used = new Set(components.flatMap((one) => (one.page === page ? [...one.classes] : [])))
    const foreign = owned.filter(
      ({ styled, owner }) =>
        owner !== page && pages.some((one) => one === owner) && used.has(styled) && !isBorrowed(page, owner),
    )
    expect(foreign).toEqual([])
  })
})
