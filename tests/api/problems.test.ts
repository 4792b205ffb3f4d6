import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Failure, type ProblemSpec, toProblem } from '../../apps/server/platform/http/problem.ts'

type Table = Readonly<Record<string, ProblemSpec<Failure>>>

const server = join(import.meta.dirname, '../../apps/server')

/** All problem tables: every export named `…Problems` in modules of this kind. */
const tables: [name: string, table: Table][] = []
for (const file of globSync('**/{failures,http-problems}.ts', { cwd: server, exclude: ['**/node_modules/**'] })) {
  const module: Record<string, unknown> = await import(join(server, file))
  for (const [name, value] of Object.entries(module)) if (name.endsWith('Problems')) tables.push([name, value as Table])
}
const rows = tables.flatMap(([name, table]) =>
  Object.entries(table).map(([kind, spec]) => ({ row: `${name} ${kind}`, kind, spec, table })),
)

/** From the API contract: the same request may succeed later. */
const BUSY = [429, 502, 503]
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 413, 417, 422, 429, 431, 500, 502, 503]

test('finds the tables of the framework and of the accounts', () => {
  expect(tables.map(([name]) => name)).toEqual(expect.arrayContaining(['httpProblems', 'accountProblems']))
})

describe('rows of the problem tables', () => {
  test.each(rows)('$row has an example of its own kind', ({ kind, spec }) => {
    expect(spec.example.kind).toBe(kind)
  })

  test.each(rows)('$row has a meaningful message for its example', ({ spec, table }) => {
    const { body } = toProblem(table, spec.example)
    // Short enough to read at a glance, unless all allowed values must be listed.
    expect(body.detail).toMatch(/ allowed are /.test(body.detail) ? /^\S.{15,798}\S$/ : /^\S.{15,398}\S$/)
    expect(body.detail).not.toMatch(/undefined|NaN|\[object|null/)
  })

  test.each(rows)('$row is busy exactly when a retry can help, and has a retry time', ({ spec, table }) => {
    const problem = toProblem(table, spec.example)
    expect(STATUSES).toContain(problem.status)
    expect(problem.body.busy).toBe(BUSY.includes(problem.status))
    if (problem.body.busy) {
      expect(Number.isInteger(problem.retryAfterSeconds)).toBe(true)
      expect(problem.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    } else expect(problem).not.toHaveProperty('retryAfterSeconds')
    expect(Object.keys(problem.body).sort()).toEqual(['busy', 'detail'])
  })
})

test('problem table files have the expected names', () => {
  const users = globSync('**/*.ts', { cwd: server, exclude: ['**/node_modules/**', '**/*.test.ts'] })
  const known = new Set(['failures.ts', 'http-problems.ts', 'problem.ts'])
  expect(users.length).toBeGreaterThan(20)
  expect(users.filter((file) => basename(file).endsWith('problems.ts') && !known.has(basename(file)))).toEqual([])
})
