import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, listFiles, root, type Source, sources } from './sources.ts'

/** These limits keep files and folders readable. */

const MAX_FILES_PER_FOLDER = 25
const MAX_IMPORTS = 20

/** Returns whether a file is the public API of a package, which only re-exports other files. */
const isPackageEntry = (path: string) => /^packages\/[^/]+\/(testing\/)?index\.ts$/.test(path)

/** Folders with generated pictures and icons. */
const UNLIMITED_FOLDERS = /^(docs\/pictures|apps\/console\/public)(\/|$)/

test(`no folder has more than ${MAX_FILES_PER_FOLDER} files`, () => {
  const counts = new Map<string, number>()
  for (const path of listFiles()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(
    ([folder, count]) => count > MAX_FILES_PER_FOLDER && !UNLIMITED_FOLDERS.test(folder),
  )
  expect(crowded).toEqual([])
})

test(`no file has more than ${MAX_IMPORTS} imports`, () => {
  const crowded = sources
    .filter(({ path }) => !isPackageEntry(path))
    .map((source) => ({ path: source.path, imports: new Set(importsOf(source)).size }))
    .filter(({ imports }) => imports > MAX_IMPORTS)
  expect(crowded).toEqual([])
})

test('every file that ARCHITECTURE.md names exists', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const named = [...text.matchAll(/`(?:\.\.?\/)*([\w./-]+\.tsx?)`/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(40)
  const paths = listFiles().map((path) => `/${path}`)
  expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})

test('no import cycles, type-only imports included', () => {
  expect(findCycles(sources)).toEqual([])
})

test('finds a cycle', () => {
  const cycle = [
    { path: 'a.ts', code: "import type { B } from './b.ts'" },
    { path: 'b.ts', code: "import { c } from './c.ts'" },
    { path: 'c.ts', code: "export { a } from './a.ts'" },
  ]
  expect(findCycles(cycle)).toEqual(['a.ts → b.ts → c.ts → a.ts'])
})

test('no type check or test is switched off', () => {
  const loose = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/@ts-(ignore|nocheck|expect-error)|\b(it|test|describe)\.(only|skip)\(|\bas never\b/g)]
      .filter(() => !path.startsWith('tests/architecture/'))
      .map(([match]) => `${path}: ${match}`),
  )
  expect(loose).toEqual([])
})

/** Finds import cycles with a depth-first search. Each cycle is reported once, from its first file. */
function findCycles(all: readonly Source[]): string[] {
  const targets = new Map(all.map((source) => [source.path, importsOf(source)]))
  const isDone = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push([...path.slice(start), file].join(' → '))
      return
    }
    if (isDone.has(file)) return
    path.push(file)
    for (const target of targets.get(file) ?? []) if (targets.has(target)) visit(target)
    path.pop()
    isDone.add(file)
  }
  for (const file of targets.keys()) visit(file)
  return cycles
}
