import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Dependency rules: enforces the rules of ARCHITECTURE.md. */

const root = fileURLToPath(new URL('..', import.meta.url))
const files = listFiles().map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
const production = files.filter(({ path }) => isProduction(path))

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const ours = listed.split('\n').filter((path) => /^(apps|packages|tests|bench|docs)\//.test(path))
  // Deleted files stay listed until the deletion is committed.
  return ours.filter((path) => existsSync(join(root, path)))
}
function isProduction(path: string): boolean {
  return /^(apps|packages)\//.test(path) && !/\.test\.ts$/.test(path) && !path.includes('/testing/')
}

/** Imports of a file: paths from the root for our own files, names for packages. */
function importsOf({ path, source }: { path: string; source: string }): string[] {
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g,
  )
  return [...found].map(([, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? ''
    return target.startsWith('.') ? normalize(join(dirname(path), target)) : target
  })
}

function offenders(inside: RegExp, forbidden: (target: string, path: string) => boolean): string[] {
  return production
    .filter(({ path }) => inside.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => forbidden(target, file.path))
        .map((target) => `${file.path} imports ${target}`),
    )
}

function featureOf(path: string): string | undefined {
  return /^apps\/server\/features\/([^/]+)\//.exec(path)?.[1]
}

test('has rules that match real files', () => {
  expect(production.length).toBeGreaterThan(40)
  expect(importsOf({ path: 'apps/a/b.ts', source: "import x from './c.ts'\nimport '../d.ts'\n" })).toEqual([
    'apps/a/c.ts',
    'apps/d.ts',
  ])
})

test('never lets features import each other; they meet in compose.ts', () => {
  const between = offenders(/^apps\/server\/features\//, (target, path) => {
    const other = featureOf(target)
    return other !== undefined && other !== featureOf(path)
  })
  expect(between).toEqual([])
})

test('keeps routing, engines, http, metering, notifications, storage and config independent of features', () => {
  const below = /^apps\/server\/(routing|engines|http|metering|notifications|storage|config)\//
  expect(offenders(below, (target) => featureOf(target) !== undefined)).toEqual([])
})

test('lets nothing below compose.ts import it, the threads or the commands', () => {
  const below = /^apps\/server\/(features|routing|http|metering|notifications|storage|config)\//
  expect(offenders(below, (target) => /^apps\/server\/(compose\.ts|threads\/|commands\/)/.test(target))).toEqual([])
})

test('lets packages import no application, and the pure ones nothing of Node', () => {
  expect(offenders(/^packages\//, (target) => target.startsWith('apps/'))).toEqual([])
  expect(offenders(/^packages\/(?!dataset\/|client\/)/, (target) => target.startsWith('node:'))).toEqual([])
})

test.each(['optimizer', 'places', 'sea', 'tracking'])('lets %s import nothing but itself and geo', (name) => {
  const outside = (target: string) => !new RegExp(`^(packages/(${name}|geo)/|@fairway/geo$)`).test(target)
  expect(offenders(new RegExp(`^packages/${name}/`), outside)).toEqual([])
})

test('lets air import nothing but itself, geo, an index and exact predicates', () => {
  const outside = (target: string) =>
    !/^(packages\/(air|geo)\/|@fairway\/geo$|flatbush$|robust-predicates$)/.test(target)
  expect(offenders(/^packages\/air\//, outside)).toEqual([])
})

test('lets the console import only the client, geo and its rendering libraries; the service does not import the console', () => {
  const known =
    /^(apps\/console\/|@fairway\/(client|geo)(\/|$)|preact(\/|$)|@preact\/signals$|maplibre-gl(\/|$)|geojson$)/
  expect(offenders(/^apps\/console\/src\//, (target) => !known.test(target))).toEqual([])
  expect(
    offenders(/^(apps\/server|packages)\//, (target) => /^(apps\/console|@fairway\/console)/.test(target)),
  ).toEqual([])
})

test('lets the client import nothing internal but geo; its packaging is not part of it', () => {
  expect(
    offenders(/^packages\/client\/(?!pack\/)/, (target) => !/^(packages\/client\/|@fairway\/geo$)/.test(target)),
  ).toEqual([])
})

test('keeps tests and benchmarks out of the product', () => {
  expect(offenders(/^(apps|packages)\//, (target) => /^(tests|bench|docs)\//.test(target))).toEqual([])
})

test('reads the environment in config only', () => {
  const readers = production
    .filter(({ source }) => /process\.env|import\.meta\.env/.test(source))
    .map(({ path }) => path)
  expect(readers).toEqual(['apps/server/config/config.ts'])
})

test('uses SQL in storage and stores only', () => {
  const speakers = production
    .filter((file) => importsOf(file).some((target) => /^(kysely|pg|node:sqlite)(\/|$)/.test(target)))
    .map(({ path }) => path)
    .filter((path) => !/^apps\/server\/storage\//.test(path) && !/[/-]store\.ts$/.test(path))
  expect(speakers).toEqual([])
})

test('creates threads in threads and engines only', () => {
  const makers = production
    .filter(({ source }) => /new Worker\(/.test(source))
    .map(({ path }) => path)
    .filter((path) => !/^(apps\/server\/(threads|engines)\/|packages\/dataset\/osm\/decode-threads\.ts$)/.test(path))
  expect(makers).toEqual([])
})

test('reads the time in features and metering from the clock only', () => {
  const watchers = production
    .filter(({ path }) => /^apps\/server\/(features|routing|metering|http)\//.test(path))
    .filter(({ source }) => /Date\.now\(|new Date\(\)/.test(source))
    .map(({ path }) => path)
  expect(watchers).toEqual([])
})

test('has no disabled checks, and no skipped or exclusive tests', () => {
  const loose = files.flatMap(({ path, source }) =>
    [...source.matchAll(/@ts-(ignore|nocheck|expect-error)|\b(it|test|describe)\.(only|skip)\(/g)]
      .filter(() => path !== 'tests/architecture.test.ts')
      .map(([match]) => `${path}: ${match}`),
  )
  expect(loose).toEqual([])
})

test('pins exact dependency versions', () => {
  const manifests = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'package.json', '*/package.json', '*/*/package.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const loose = manifests
    .split('\n')
    .filter(Boolean)
    .flatMap((path) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      )
    })
  expect(loose).toEqual([])
})
