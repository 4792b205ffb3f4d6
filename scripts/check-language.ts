import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Checks the language of the project (docs/glossary.md) as part of `npm run lint`. The rules list words and patterns
 * that readers found confusing. The script reads every tracked text file and prints the file, the line and the
 * replacement.
 */

interface Rule {
  readonly pattern: RegExp
  readonly use: string
  /** Pattern for the paths of the files that the rule applies to. */
  readonly only?: RegExp
}

const CODE_FILE_PATTERN = /\.tsx?$/

const rules: readonly Rule[] = [
  { pattern: /\bways? (on|back|ahead)\b/i, use: 'reroute, remaining route' },
  { pattern: /\b(told|tells)\b/i, use: 'name the value: reply, reported; or says, returns' },
  { pattern: /\b(MOST|LEAST)_[A-Z]/, use: 'MAX_, MIN_' },
  { pattern: /(^|[.:;!?] |\/\/ |\* )Who(ever)? [a-z]+ (?!are |is )/, use: 'a sentence with a noun as its subject' },
  { pattern: /\bweigh(s|ed|ing)?\b/i, use: 'customize, weight' },
  { pattern: /\b(shelf|shelves|desk|workshop)\b/i, use: 'cache, store, service, customization worker' },
  { pattern: /[a-z](Shelf|Desk|Keeper|Workshop)\b/, use: 'Cache, Store, Service, Loader', only: CODE_FILE_PATTERN },
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bbeside\b/i, use: 'next to, while' },
  { pattern: /\bwishes\b/i, use: 'options, preferences' },
  { pattern: /\bthe (short|long) way\b/i, use: 'fast path, regular path' },
  { pattern: /\bas never\b/, use: 'a type that fits', only: CODE_FILE_PATTERN },
  {
    pattern: /\b(colour|behaviour|neighbour|licence|centre|metres?|kilometres?|favour|harbour)s?\b/i,
    use: 'American spelling',
  },
  { pattern: /\b(optimi|recogni|organi|normali|summari|customi)s(e|es|ed|ing|ation|er)\b/i, use: 'American spelling' },
]

/** Files that contain names that we cannot change, such as API paths, third-party formats and place names. */
const exempt: readonly RegExp[] = [
  /^scripts\/check-language\.ts$/,
  // Tables in tests still contain old phrases.
  /\.test\.tsx?$|(^|\/)(tests|testing)\//,
  /^tests\/architecture\//,
  /^package-lock\.json$/,
  /\.(tsv|csv|geojson|json|svg|css)$/,
  /\/data\//,
  /^packages\/road\/instructions\//,
  /^packages\/client\/api-types\.ts$/,
]
const exemptText =
  /\/v1\/optimise|optimise[-./'"]|"optimise|licences\.md|license-page|hamburg harbour|harbour\|harbor|center centre|findString\(item, 'licence'\)|licence: (?:attribution|options\.attribution|'ODbL')|value: 'harbour'|wishes[:?.,]|\.wishes|'wishes'|optimised trips|const metres|\(metres|Harbour (Bridge|Road)|Centre (of Montevideo|Pompidou)|language-check: allow/g

function listFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.md', '*.js', '*.yml'],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    },
  )
  return listed.split('\n').filter((path) => path !== '' && !exempt.some((pattern) => pattern.test(path)))
}

export function findViolations(path: string, content: string): string[] {
  return content.split('\n').flatMap((line, index) => {
    const readable = line.replaceAll(exemptText, '')
    return rules
      .filter(({ pattern, only }) => (only?.test(path) ?? true) && pattern.test(readable))
      .map(({ pattern, use }) => `${path}:${index + 1}: ${pattern.exec(readable)?.[0].trim()} → ${use}`)
  })
}

if (import.meta.main) {
  const root = new URL('..', import.meta.url)
  // Git lists deleted files until the deletion is staged.
  const files = listFiles().filter((path) => existsSync(new URL(path, root)))
  const violations = files.flatMap((path) => findViolations(path, readFileSync(new URL(path, root), 'utf8')))
  for (const violation of violations) process.stdout.write(`${violation}\n`)
  process.stdout.write(`${violations.length} violations of the language rules\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
