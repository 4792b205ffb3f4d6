import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Failure, type ProblemSpec, toProblem } from '../../apps/server/platform/http/problem.ts'
import { errorTables, listErrors } from '../../scripts/error-tables.ts'

type Table = Readonly<Record<string, ProblemSpec<Failure>>>

const server = join(import.meta.dirname, '../../apps/server')
const sources = globSync('**/*.ts', { cwd: server, exclude: ['**/node_modules/**', '**/*.test.ts'] })

const tables = Object.entries(errorTables as object as Readonly<Record<string, Table>>)
const rows = tables.flatMap(([name, table]) =>
  Object.entries(table).map(([kind, spec]) => ({ row: `${name} ${kind}`, kind, spec, table })),
)

/** Statuses after which the same request may succeed later, as the API contract defines. */
const BUSY = [429, 502, 503]
const STATUSES = [400, 401, 403, 404, 405, 408, 409, 413, 417, 422, 429, 431, 500, 502, 503]

/**
 * Returns whether a table defines its own rows. Private tables that only combine rows of other tables need not be
 * listed.
 */
function hasOwnRows(code: string): boolean {
  return (
    /const \w+: ProblemTable</.test(code) &&
    (/export const \w*[pP]roblems\b/.test(code) || !/pickProblems\(/.test(code))
  )
}

test('lists every row of the source code', async () => {
  const listed = new Set(rows.map(({ spec }) => spec))
  const files = sources.filter((file) => hasOwnRows(readFileSync(join(server, file), 'utf8')))
  expect(files.length).toBeGreaterThan(12)
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(server, file))
    const found = Object.entries(module).filter(([name]) => /^problems$|Problems$/.test(name))
    expect(found.length, file).toBeGreaterThan(0)
    for (const [name, table] of found) {
      for (const [kind, spec] of Object.entries(table as Table)) {
        expect(listed.has(spec), `${file} ${name} ${kind}`).toBe(true)
      }
    }
  }
})

test('gives every row its own code', () => {
  const codes = listErrors().map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

describe('rows of the problem tables', () => {
  test.each(rows)('$row has an example of its own kind', ({ kind, spec }) => {
    expect(spec.example.kind).toBe(kind)
  })

  test.each(rows)('$row has a code in kebab-case, which its problem also has', ({ spec, table }) => {
    expect(spec.code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(spec.code.length).toBeLessThanOrEqual(40)
    expect(toProblem(table, spec.example).code).toBe(spec.code)
  })

  test.each(rows)('$row has a meaningful message for its example', ({ spec, table }) => {
    const { body } = toProblem(table, spec.example)
    // The detail must be short enough to read at a glance, unless it lists all allowed values.
    expect(body.detail).toMatch(/ allowed (are|values:) /.test(body.detail) ? /^\S.{15,960}\S$/ : /^\S.{15,398}\S$/)
    expect(body.detail).not.toMatch(/undefined|NaN|\[object|null/)
    // Callers cannot use the commands and settings of operators.
    expect(body.detail).not.toMatch(/fairway [a-z]|FAIRWAY_/)
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
  const known = new Set(['failures.ts', 'http-problems.ts', 'problem.ts'])
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter((file) => basename(file).endsWith('problems.ts') && !known.has(basename(file)))).toEqual([])
})
