import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>

describe('the package that npm pack creates', () => {
  const [packed] = JSON.parse(run('npm', 'pack', '--dry-run', '--ignore-scripts', '--json')) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ]
  const paths = packed.files.map(({ path }) => path)

  test('is one file named after the package and its version', () => {
    expect(packed.filename).toBe(`${manifest.name}-${manifest.version}.tgz`)
  })

  test('contains the command, the bundle and the pages', () => {
    for (const path of ['apps/server/bin/fairway.js', 'apps/server/dist/main.js', 'apps/console/dist/index.html'])
      expect(paths).toContain(path)
  })

  test('contains every data file that the code reads from the repository', () => {
    const data = run('git', 'ls-files', 'packages', 'apps/server/features/docs/browser')
      .trim()
      .split('\n')
      .filter((path) => !/\.(ts|md)$|(package|tsconfig)\.json$|\/testing\//.test(path))
    expect(data.length).toBeGreaterThan(20)
    expect(data.filter((path) => !paths.includes(path))).toEqual([])
  })

  test('contains no source, test, database or setting', () => {
    expect(paths.filter((path) => /\.(ts|tsx|db|env|pem)$|\.test\.|(^|\/)(var|tests|bench)\//.test(path))).toEqual([])
  })

  test('needs no other package at run time', () => {
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('optionalDependencies')
    expect(manifest.bin).toEqual({ fairway: 'apps/server/bin/fairway.js' })
  })

  test('can be published', () => {
    // npm refuses to publish a private package, and also a file that was packed from one.
    expect(manifest).not.toHaveProperty('private')
  })

  test('requires the Node version that the command checks', () => {
    const [, major, minor] =
      /MIN_MINOR\] = \[(\d+), (\d+)\]/.exec(readFileSync(join(root, 'apps/server/bin/fairway.js'), 'utf8')) ?? []
    expect(manifest.engines).toEqual({ node: `>=${major}.${minor}` })
  })
})
