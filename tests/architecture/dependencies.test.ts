import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, listFiles, production, root, sources, violations } from './sources.ts'

/** These tests check the dependency rules of ARCHITECTURE.md. */

/** Returns the feature that contains a file, such as `road` for `apps/server/features/road/route/…`. */
function featureOf(path: string): string | undefined {
  return /^apps\/server\/features\/([^/]+)\//.exec(path)?.[1]
}

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
}

test('finds the imports of real files', () => {
  expect(production.length).toBeGreaterThan(1000)
  expect(importsOf({ path: 'apps/a/b.ts', code: "import x from './c.ts'\nimport '../d.ts'\n" })).toEqual([
    'apps/a/c.ts',
    'apps/d.ts',
  ])
})

describe('packages', () => {
  test('are imported only through their index, or their testing index in tests', () => {
    const deep = sources.flatMap((source) =>
      importsOf(source)
        .filter((target) => {
          const home = /^packages\/([^/]+)\//.exec(target)?.[1]
          const isRelative = home !== undefined && !source.path.startsWith(`packages/${home}/`)
          return isRelative || /^@fairway\/[^/]+\/(?!testing$)/.test(target)
        })
        .map((target) => `${source.path} imports ${target}`),
    )
    expect(deep).toEqual([])
    expect(violations(/./, (target) => /^@fairway\/[^/]+\/testing$/.test(target))).toEqual([])
  })

  test('import no application, and the pure ones import nothing from Node', () => {
    expect(violations(/^packages\//, (target) => target.startsWith('apps/'))).toEqual([])
    expect(violations(/^packages\/(?!dataset\/)/, (target) => target.startsWith('node:'))).toEqual([])
  })

  test.each([
    ['geo', []],
    ['optimizer', ['geo']],
    ['road', ['geo']],
    ['places', ['geo']],
    ['sea', ['geo']],
    ['air', ['geo']],
    ['tracking', ['geo']],
    ['client', ['geo']],
    ['dataset', ['geo', 'road', 'places', 'sea', 'air']],
  ])('%s imports only these of our packages: %j', (name, allowed) => {
    const inside = new RegExp(`^packages/${name}/`)
    const isOther = (target: string) => {
      const other = /^@fairway\/(\w+)/.exec(target)?.[1]
      return other !== undefined && !allowed.includes(other)
    }
    expect(violations(inside, isOther)).toEqual([])
  })

  test('the console imports only client and geo; the server does not import the console', () => {
    expect(violations(/^apps\/console\/src\//, (target) => /^@fairway\/(?!client$|geo$)/.test(target))).toEqual([])
    expect(violations(/^apps\/console\/src\//, (target) => target.startsWith('apps/server/'))).toEqual([])
    const isConsole = (target: string) => /^(apps\/console|@fairway\/console)/.test(target)
    expect(violations(/^(apps\/server|packages)\//, isConsole)).toEqual([])
  })
})

describe('the server', () => {
  test('platform imports no feature and no map', () => {
    const isAbove = (target: string) => /^apps\/server\/(features|maps|operations|process|commands)\//.test(target)
    expect(violations(/^apps\/server\/platform\/(?!http\/|compute\/)/, isAbove)).toEqual([])
  })

  test('maps import no feature', () => {
    expect(violations(/^apps\/server\/maps\//, (target) => featureOf(target) !== undefined)).toEqual([])
  })

  test('features import the API and types of another feature, never its runtime', () => {
    const isRuntime = (target: string, path: string) =>
      featureOf(target) !== undefined && featureOf(target) !== featureOf(path) && target.includes('/runtime/')
    expect(violations(/^apps\/server\/features\//, isRuntime)).toEqual([])
  })

  test('nothing below the process imports it or the commands', () => {
    const below = /^apps\/server\/(features|maps|operations|platform)\//
    expect(violations(below, (target) => /^apps\/server\/(process|commands)\//.test(target))).toEqual([])
  })

  test('only config reads the environment', () => {
    const readers = production.filter(({ code }) => /process\.env|import\.meta\.env/.test(code)).map(({ path }) => path)
    expect(readers).toEqual(['apps/server/platform/config/config.ts'])
  })

  test('only storage and stores contain SQL', () => {
    const speakers = production
      .filter(
        (source) =>
          importsOf(source).some((target) => /^(kysely|pg|node:sqlite)(\/|$)/.test(target)) ||
          /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(source.code),
      )
      .map(({ path }) => path)
      .filter((path) => !/^apps\/server\/platform\/storage\//.test(path) && !/[/-]store\.ts$/.test(path))
    expect(speakers).toEqual([])
  })

  test('only the clock reads the time for features, metering and HTTP', () => {
    const readers = production
      .filter(({ path }) => /^apps\/server\/(features|platform\/(metering|http))\//.test(path))
      .filter(({ path }) => !/\/(runtime|domains)\//.test(path))
      .filter(({ code }) => /Date\.now\(|new Date\(\)/.test(code))
      .map(({ path }) => path)
    expect(readers).toEqual([])
  })
})

test('only tests use the reference implementation of road searches', () => {
  const reference = /^packages\/road\/cch\/reference\//
  expect(production.filter(({ path }) => reference.test(path)).length).toBeGreaterThan(5)
  expect(violations(/./, (target, path) => reference.test(target) && !reference.test(path))).toEqual([])
})

test('tests, benchmarks and scripts are not part of the product', () => {
  expect(violations(/^(apps|packages)\//, (target) => /^(tests|bench|scripts)\//.test(target))).toEqual([])
})

test('every imported package is declared in the manifest of its workspace', () => {
  const undeclared = production.flatMap((source) => {
    const workspace = /^(apps|packages)\/[^/]+/.exec(source.path)?.[0] ?? ''
    const manifest = readManifest(`${workspace}/package.json`)
    const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    return (
      importsOf(source)
        // `~lib` is the standard library of AssemblyScript.
        .filter((target) => !/^(apps|packages)\/|^node:|^virtual:|^~lib\//.test(target))
        .map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
        .filter((name) => !declared.has(name) && !declared.has(`@types/${name}`))
        .map((name) => `${source.path} imports ${name}`)
    )
  })
  expect(undeclared).toEqual([])
})

test('dependencies have exact versions', () => {
  const loose = listFiles('package.json', '*/package.json', '*/*/package.json').flatMap((path) => {
    const { dependencies = {}, devDependencies = {} } = readManifest(path)
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
  })
  expect(loose).toEqual([])
})
