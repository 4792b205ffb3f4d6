import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  readonly path: string
  readonly code: string
}

/** Lists tracked and new files. Git lists deleted files until the deletion is staged. */
export function listFiles(...patterns: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
}

export const sources: readonly Source[] = listFiles('*.ts', '*.tsx')
  .filter((path) => /^(apps|packages|tests|bench|scripts)\//.test(path))
  .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }))

export const production: readonly Source[] = sources.filter(({ path }) => isProduction(path))

function isProduction(path: string): boolean {
  return /^(apps|packages)\//.test(path) && !/\.test\.tsx?$|\/(testing|tests)\//.test(path)
}

const IMPORT_PATTERN =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g

/**
 * Lists the imports of a file, including type-only imports. Our files are listed as paths from the root, and packages
 * by name.
 */
export function importsOf({ path, code }: Source): string[] {
  return [...code.matchAll(IMPORT_PATTERN)].map(([, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? ''
    return target.startsWith('.') ? normalize(join(dirname(path), target)) : target
  })
}

/** Lists the imports of production files in `inside` that the rule forbids, as lines for a failing test. */
export function violations(inside: RegExp, isForbidden: (target: string, path: string) => boolean): string[] {
  return production
    .filter(({ path }) => inside.test(path))
    .flatMap((source) =>
      importsOf(source)
        .filter((target) => isForbidden(target, source.path))
        .map((target) => `${source.path} imports ${target}`),
    )
}
