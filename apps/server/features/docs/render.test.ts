import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { OpenApiDocument, PathItem } from './document.ts'
import { listEntries, toPageContext } from './page-context.ts'
import { listFields } from './render/fields.ts'
import { renderDocs } from './render.ts'
import { fixture } from './testing/fixture.ts'
import { injectMarkup } from './testing/hostile.ts'

const page = renderDocs(fixture)
const context = toPageContext(fixture)

/** Approximates the visible text by removing the tags. */
function toText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** Returns all opening tags with their attribute values removed. */
function tagsOf(markup: string): string[] {
  return (markup.match(/<[a-z](?:[^>"]|"[^"]*")*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'))
}

function articleOf(anchor: string): string {
  return new RegExp(`<article id="${anchor}".*?</article>`, 's').exec(page)?.[0] ?? ''
}

describe('every operation', () => {
  test.each(listEntries(context.groups))('$method $path is shown completely', (entry) => {
    const article = articleOf(entry.anchor)
    const text = toText(article)
    const schemas = [
      entry.body?.schema,
      ...entry.replies.filter(({ status }) => status === '200').map((r) => r.media?.schema),
    ]
    const fields = schemas.flatMap((schema) =>
      schema && !context.schemas.findShared(schema) ? listFields(schema, context.schemas) : [],
    )
    const expected = [
      entry.method,
      entry.path,
      entry.summary,
      entry.access.label,
      ...entry.parameters.map(({ name }) => name),
      ...fields.flatMap(({ parents, name }) => [parents + name]),
      ...entry.replies.map(({ status }) => status),
      `curl `,
    ]
    for (const part of expected) expect(text).toContain(part)
  })

  test('has its own anchor, and all ids are unique', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ['route', 'live', 'geocode', 'signup', 'usage', 'revokeKey', 'health']) expect(ids).toContain(id)
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  })

  test('gets another anchor when the page already uses its name', () => {
    const get = { operationId: 'content', responses: {} }
    const ids = renderDocs({ ...fixture, paths: { '/a': { get }, '/b': { get } } })
    expect(ids).toContain('<article id="content-2"')
    expect(ids).toContain('<article id="content-3"')
  })
})

describe('documentation page', () => {
  test('describes the service and shows a first call without a key', () => {
    expect(page).toContain('<h1>Fairway <small>2026-06-16</small></h1>')
    expect(page).toContain('<p class="lead">One routing service for everything that moves.</p>')
    expect(toText(/<section id="first-call".*?<\/section>/s.exec(page)?.[0] ?? '')).toContain('/v1/route')
  })

  test('explains keys, errors and limits', () => {
    for (const word of ['X-API-Key', 'busy', 'detail', 'RateLimit-Remaining', 'Retry-After'])
      expect(page).toContain(word)
    for (const status of [400, 401, 403, 404, 409, 413, 422, 429, 502, 503])
      expect(page).toContain(`<tr id="${status}">`)
  })

  test('shows limits, defaults and required fields', () => {
    expect(articleOf('geocode')).toContain('<small>1 to 20</small><small>default <code>5</code></small>')
    expect(articleOf('signup')).toContain('email <em>required</em>')
    expect(articleOf('signup')).toContain('<code>trial</code> <code>free</code>')
  })

  test('explains an error with a specific meaning, and links a generic one', () => {
    expect(articleOf('geocode')).toContain('<b>422</b> The query is too short: at least 2 letters or digits.')
    expect(articleOf('route')).toContain('<a href="#422">422</a>')
  })

  test('shows a schema with several references once', () => {
    expect(page.match(/Under the traffic of now\./g)).toHaveLength(1)
    expect(articleOf('live')).toContain('<a href="#object-Route">Route</a>')
  })

  test('loads no external resources', () => {
    const loads = [...page.matchAll(/(?:src|href|action|data)="([^"]*)"/g)].map(([, target = '']) => target)
    expect(loads.filter((target) => !/^(#|data:image|\/openapi\.json$|\/docs(\/tour)?$|\/$)/.test(target))).toEqual([])
    expect(page).not.toMatch(/url\(|@import|<(?:img|iframe|object|embed|base)\b/)
    expect(page.replace(/<code>.*?<\/code>/gs, '')).not.toMatch(/https?:\/\//)
  })

  test('has no inline handlers and no style attributes, which the policy forbids', () => {
    expect(tagsOf(page).filter((tag) => / (?:on\w+|style)=/.test(tag))).toEqual([])
  })

  test('stays under 80 kB for fifteen operations', () => {
    const paths = Object.entries(fixture.paths)
    const many: Record<string, PathItem | undefined> = {}
    for (let index = 0; index < 15; index++) {
      const [path, item] = paths[index % paths.length] ?? []
      many[`${path}/${index}`] = item
    }
    const large = renderDocs({ ...fixture, paths: many })
    expect(large.match(/class="endpoint"/g)).toHaveLength(15)
    expect(Buffer.byteLength(large)).toBeLessThan(80_000)
  })

  test('renders even an empty document', () => {
    expect(renderDocs({ info: { title: 'T', version: '1' }, paths: {} })).toContain('<h1>T <small>1</small></h1>')
  })
})

describe('hostile content', () => {
  const marks = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</style>',
    '&lt;',
  ]
  test.each(marks)('renders %s as plain text everywhere', (mark) => {
    const hostile = renderDocs(injectMarkup(fixture, mark) as OpenApiDocument)
    expect(hostile.match(/<script/g)).toHaveLength(1)
    expect(hostile.match(/<\/(?:script|style)>/g)).toHaveLength(2)
    expect(hostile.includes('<img')).toBe(false)
    expect(tagsOf(hostile).filter((tag) => / on\w+=/.test(tag))).toEqual([])
  })
})

test('has the hashes of the style and script of the page in its policy', async () => {
  for (const [name, pattern] of [
    ['style', /<style>(.*?)<\/style>/s],
    ['script', /<script type="module">(.*?)<\/script>/s],
  ] as const) {
    const [, text = ''] = pattern.exec(page) ?? []
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    expect(text.length).toBeGreaterThan(1000)
    expect(contentSecurityPolicy).toContain(`${name}-src 'self' 'sha256-${Buffer.from(digest).toString('base64')}'`)
  }
  expect(contentSecurityPolicy).not.toContain('unsafe')
})
