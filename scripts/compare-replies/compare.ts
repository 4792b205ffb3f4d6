import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Fields, type Maybe, parseJson, splitWords } from './json.ts'
import type { RecordedReply } from './record.ts'

/** Fields that are not compared, each with the reason. */
const IGNORED_FIELDS: Readonly<Record<string, string>> = {
  solve_ms: 'the time that a search took',
  matrix_ms: 'the time that a matrix took',
  hint: 'the last letters of a random key',
  'GET /account/keys keys':
    'sorted by age, and then by random id because the clock is frozen; other replies contain the same data',
  'GET /healthz version': 'the version of the package, which changes with every release',
}
/** Fields with strings for users, directly or in lists. These strings are compared and counted separately. */
const TEXT_FIELDS = splitWords(`detail instruction html_instructions description summary title text distance_text label
  warnings notes rule why error_message given_infeasible attribution attributions copyrights start_address end_address
  x-demand`)
/** Matches random ids of routes, solutions, assets, accounts and keys, and the challenges and codes of sign-ins. */
const RANDOM_ID_PATTERN = /\b(?:rt|so|as|acc|key|sgn|fw_live)_[\w-]{12,}|(?<="code":")\d{6}/g
/** Maximum number of differences that are printed per operation. */
const MAX_SHOWN = 5

interface Differences {
  readonly operation: string
  /** Differences in strings for users. */
  readonly texts: string[]
  readonly others: string[]
}

/** Compares two recordings, prints the differences and returns whether only texts differ. */
export function compare(fileA: string, fileB: string): boolean {
  const linesA = readLines(fileA)
  const linesB = readLines(fileB)
  const comparer = new ReplyComparer()
  const countsByName = new Map<string, number[]>()
  const shown: string[] = []
  for (const [index, line] of linesA.entries()) {
    const recorded = JSON.parse(line) as RecordedReply
    const { texts, others } = comparer.compare(recorded, JSON.parse(linesB[index] ?? '{"reply":""}') as RecordedReply)
    const columns = [0, recorded.status < 300 ? 1 : 0, others.length > 0 ? 4 : texts.length > 0 ? 3 : 2]
    for (const name of ['all', recorded.operation]) {
      const counts = countsByName.get(name) ?? [0, 0, 0, 0, 0]
      for (const column of new Set(columns)) counts[column] = (counts[column] ?? 0) + 1
      countsByName.set(name, counts)
    }
    const isShown = others.length > 0 && (countsByName.get(recorded.operation)?.[4] ?? 0) <= MAX_SHOWN
    if (isShown) shown.push(`${recorded.method} ${recorded.path} ${recorded.body.slice(0, 300)}\n    ${others[0]}\n`)
  }
  writeRow(splitWords('requests served identical texts otherwise'))
  for (const [name, counts] of countsByName) writeRow(counts, name)
  process.stdout.write(shown.sort().join(''))
  return linesA.length === linesB.length && countsByName.get('all')?.[4] === 0
}

function readLines(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString().split('\n')
}

function writeRow(cells: readonly (string | number)[], name = ''): void {
  process.stdout.write(`${cells.map((cell) => `${cell}`.padStart(10)).join('')}  ${name}\n`)
}

/** Compares replies. Random ids may differ between two recordings as long as they correspond one to one. */
class ReplyComparer {
  private readonly idsOfB = new Map<string, string>()
  private readonly idsOfA = new Map<string, string>()

  compare({ reply: replyA, ...a }: RecordedReply, { reply: replyB, ...b }: RecordedReply): Differences {
    const differences: Differences = { operation: a.operation, texts: [], others: [] }
    this.collect(a, b, 'exchange', differences)
    if (this.isSame(replyA, replyB)) return differences
    const jsonA = parseJson(replyA)
    const jsonB = parseJson(replyB)
    const isHtml = /html/.test(String(a.headers['content-type']))
    this.collect(jsonA ?? replyA, jsonB ?? replyB, '$', differences, isHtml)
    if ((JSON.stringify(jsonA) === replyA) !== (JSON.stringify(jsonB) === replyB))
      differences.others.push('$ is serialized differently')
    return differences
  }

  private isSame(a: string, b: string): boolean {
    if (a.replace(RANDOM_ID_PATTERN, '\0') !== b.replace(RANDOM_ID_PATTERN, '\0')) return false
    const idsInB = b.match(RANDOM_ID_PATTERN) ?? []
    return (a.match(RANDOM_ID_PATTERN) ?? []).every((idA, index) => {
      const idB = idsInB[index] ?? ''
      if (!this.idsOfB.has(idA) && !this.idsOfA.has(idB)) {
        this.idsOfB.set(idA, idB)
        this.idsOfA.set(idB, idA)
      }
      return this.idsOfB.get(idA) === idB && this.idsOfA.get(idB) === idA
    })
  }

  private collect(a: Maybe, b: Maybe, path: string, differences: Differences, isText = false): void {
    const areStrings = typeof a === 'string' && typeof b === 'string'
    if (areStrings ? this.isSame(a, b) : a === b) return
    const { operation, texts, others } = differences
    const show = (value: Maybe) => JSON.stringify(value)?.slice(0, 100)
    if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) {
      const list = isText && areStrings ? texts : others
      list.push(`${path}: ${show(a)} ≠ ${show(b)}`)
      return
    }
    const isList = Array.isArray(a)
    const names = Object.keys(a)
    const namesInB = Object.keys(b)
    if (names.join() !== namesInB.join()) others.push(`${path} has ${show(names)} ≠ ${show(namesInB)}`)
    for (const name of names) {
      if (IGNORED_FIELDS[name] || IGNORED_FIELDS[`${operation} ${name}`] || !(name in b)) continue
      const innerPath = path + (isList ? `[${name}]` : `.${name}`)
      const isTextField = isList ? isText : TEXT_FIELDS.includes(name)
      this.collect((a as Fields)[name], (b as Fields)[name], innerPath, differences, isTextField)
    }
  }
}
