import { type FieldScope, findZone, isPlainTimestamp, LocalTimes, parseTime } from './instants.ts'
import { type BranchShape, findBranch, getBranches } from './schema-branches.ts'

/** JSON schema with the alternative spellings that requests may use. */
interface SpelledSchema extends BranchShape {
  readonly properties?: Readonly<Record<string, SpelledSchema>>
  readonly items?: SpelledSchema
  readonly anyOf?: readonly SpelledSchema[]
  readonly oneOf?: readonly SpelledSchema[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  /** Alternative names of this field. */
  readonly 'x-aliases'?: readonly string[]
  /** Alternative spellings of this field's values. */
  readonly 'x-words'?: Readonly<Record<string, string>>
  /** Marks a time, which may be written in several forms. */
  readonly 'x-time'?: boolean
  /** Marks a time whose local time may be that of a named place, such as a port, which the operation looks up. */
  readonly 'x-named-place'?: boolean
  /** Whether upper and lower case are the same in the alternative spellings, which must be in lower case. */
  readonly 'x-ignores-case'?: boolean
}

type Fields = Record<string, unknown>

/**
 * Converts values to the spelling of their schema. Values that cannot be parsed stay unchanged, so that validation
 * reports them.
 */
interface Rewrite {
  /** Returns quickly whether a value may have another spelling, because most values have none. */
  isNeeded(value: unknown): boolean
  apply(value: unknown, scope: Scope): unknown
}

interface Scope extends FieldScope {
  readonly fields: Fields
  readonly parent: Scope | undefined
  readonly path: string
  readonly notes: SpellingNotes
}

/** Assumptions about a request, which become warnings in its reply. */
class SpellingNotes {
  // Both are created when the first time needs them, because nearly all requests have no such time.
  localTimes: LocalTimes | undefined
  unplacedTimes: string[] | undefined
}

/** Assumptions in a form that can be sent to another thread. */
export interface RequestNotes {
  readonly warnings: readonly string[]
  /** Paths of local times that were read in UTC until the operation finds the zone of the named place. */
  readonly unplacedTimes: readonly string[]
}

const NO_NOTES: RequestNotes = { warnings: [], unplacedTimes: [] }
const notesOf = new WeakMap<object, RequestNotes>()
/** Lists as they were given, for error messages. */
const givenLists = new WeakMap<object, readonly unknown[]>()

export function getNotes(body: unknown): RequestNotes {
  return (typeof body === 'object' && body !== null && notesOf.get(body)) || NO_NOTES
}

/** Stores the notes of a request whose spellings another thread has converted. */
export function setNotes(body: object, notes: RequestNotes): void {
  if (notes.warnings.length > 0 || notes.unplacedTimes.length > 0) notesOf.set(body, notes)
}

/** Returns the sentences about a request that its reply shows as warnings. */
export function listNotes(body: unknown): readonly string[] {
  return getNotes(body).warnings
}

/** Returns a value as the caller wrote it. */
export function findGivenValue(value: unknown): unknown {
  return (typeof value === 'object' && value !== null && givenLists.get(value)) || value
}

/**
 * Returns a function that rewrites alternative spellings in a request in place. The function replaces aliases of fields
 * and values, timestamps without a time zone, and epoch numbers. Returns undefined if the schema has no alternative
 * spellings.
 */
export function createRespeller(schema: object): ((input: unknown) => void) | undefined {
  const rewrite = createRewrite(schema)
  if (!rewrite) return undefined
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input) || !rewrite.isNeeded(input)) return
    const notes = new SpellingNotes()
    rewrite.apply(input, { fields: {}, parent: undefined, path: '', notes })
    const { localTimes, unplacedTimes = [] } = notes
    if (localTimes || unplacedTimes.length > 0) setNotes(input, { warnings: localTimes?.list() ?? [], unplacedTimes })
  }
}

function createRewrite(schema: SpelledSchema): Rewrite | undefined {
  if (isTime(schema)) return createTimeRewrite(schema)
  const words = schema['x-words']
  if (words) return createWordRewrite(words, schema['x-ignores-case'] ?? false)
  const branches = getBranches(schema)
  if (branches) return createBranchRewrite(branches)
  if (schema.items) return createListRewrite(schema.items)
  return schema.properties && createFieldsRewrite(schema.properties)
}

function isTime(schema: SpelledSchema): boolean {
  return schema['x-time'] === true || schema.format === 'date-time'
}

function createTimeRewrite(schema: SpelledSchema): Rewrite {
  return {
    isNeeded: (value) => !isPlainTimestamp(value),
    apply(value, scope) {
      const time = parseTime(value)
      if (!time) return value
      if (time.kind === 'instant') return time.text
      const { path, notes } = scope
      const zone = findZone(scope)
      if (!zone && schema['x-named-place']) {
        notes.unplacedTimes ??= []
        notes.unplacedTimes.push(path)
      } else {
        notes.localTimes ??= new LocalTimes()
        notes.localTimes.add(path, zone?.name ?? 'UTC')
      }
      return new Date(zone ? zone.clock.toInstant(time.localMs) : time.localMs).toISOString()
    },
  }
}

function createWordRewrite(words: Readonly<Record<string, string>>, ignoresCase: boolean): Rewrite {
  const findWord = (value: unknown): string | undefined => {
    if (typeof value !== 'string') return undefined
    const word = ignoresCase ? value.toLowerCase() : value
    return Object.hasOwn(words, word) ? words[word] : undefined
  }
  return { isNeeded: (value) => findWord(value) !== undefined, apply: (value) => findWord(value) ?? value }
}

/** Rewrites a value with the alternative that it is meant for. A time may also be a number or text. */
function createBranchRewrite(branches: readonly SpelledSchema[]): Rewrite | undefined {
  const rewrites = new Map<SpelledSchema, Rewrite>()
  for (const branch of branches) {
    const rewrite = createRewrite(branch)
    if (rewrite) rewrites.set(branch, rewrite)
  }
  if (rewrites.size === 0) return undefined
  const timeBranch = branches.find(isTime)
  const timeRewrite = timeBranch && rewrites.get(timeBranch)
  const numberRanges = branches
    .filter((branch) => (branch.type === 'number' || branch.type === 'integer') && !isTime(branch))
    .map(({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }) => [minimum, maximum] as const)
  const isPlainNumber = (value: number) => numberRanges.some(([min, max]) => value >= min && value <= max)
  /** Finds the rewrite of a value. Strings and numbers that no other alternative accepts can only be times. */
  const find = (value: unknown): Rewrite | undefined => {
    if (timeRewrite && typeof value === 'string') return timeRewrite
    if (timeRewrite && typeof value === 'number') return isPlainNumber(value) ? undefined : timeRewrite
    const branch = findBranch(branches, value)
    return branch && rewrites.get(branch)
  }
  return {
    isNeeded: (value) => find(value)?.isNeeded(value) === true,
    apply: (value, scope) => find(value)?.apply(value, scope) ?? value,
  }
}

function createListRewrite(items: SpelledSchema): Rewrite | undefined {
  const rewrite = createRewrite(items)
  if (!rewrite) return undefined
  const isKnownWord = createWordTest(items)
  return {
    isNeeded: Array.isArray,
    apply(value, scope) {
      if (!Array.isArray(value)) return value
      const given = isKnownWord && value.slice()
      for (let index = 0; index < value.length; index++) {
        if (!rewrite.isNeeded(value[index])) continue
        value[index] = rewrite.apply(value[index], { ...scope, path: `${scope.path}[${index}]` })
      }
      if (!given) return value
      // Words that mean the same count once. A list with an unknown word keeps its order, because the error names it.
      const words = value.every(isKnownWord) ? [...new Set<unknown>(value)] : value
      givenLists.set(words, given)
      return words
    },
  }
}

/** Returns a function that recognizes the words of a list, or undefined if the list has no alternative words. */
function createWordTest(items: SpelledSchema): ((word: unknown) => boolean) | undefined {
  const knownWords = items['x-words'] && new Set<unknown>(items.enum ?? [])
  return knownWords && ((word) => knownWords.has(word))
}

function createFieldsRewrite(properties: Readonly<Record<string, SpelledSchema>>): Rewrite | undefined {
  const aliases: (readonly [string, string])[] = []
  const rewrites: (readonly [string, Rewrite])[] = []
  for (const [name, schema] of Object.entries(properties)) {
    for (const alias of schema['x-aliases'] ?? []) if (!Object.hasOwn(properties, alias)) aliases.push([alias, name])
    const rewrite = createRewrite(schema)
    if (rewrite) rewrites.push([name, rewrite])
  }
  if (aliases.length === 0 && rewrites.length === 0) return undefined
  return {
    // Every pushed position passes this test, so it creates no objects.
    isNeeded(value) {
      if (typeof value !== 'object' || value === null) return false
      const fields = value as Fields
      for (const [alias] of aliases) if (Object.hasOwn(fields, alias)) return true
      for (const [name, rewrite] of rewrites) {
        const field = fields[name]
        if (field !== undefined && rewrite.isNeeded(field)) return true
      }
      return false
    },
    apply(value, parent) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const fields = value as Fields
      for (const [alias, name] of aliases) {
        if (!Object.hasOwn(fields, alias) || Object.hasOwn(fields, name)) continue
        fields[name] = fields[alias]
        delete fields[alias]
      }
      for (const [name, rewrite] of rewrites) {
        if (!Object.hasOwn(fields, name)) continue
        const oldValue = fields[name]
        if (!rewrite.isNeeded(oldValue)) continue
        const path = parent.path === '' ? name : `${parent.path}.${name}`
        const newValue = rewrite.apply(oldValue, { fields, parent, path, notes: parent.notes })
        if (newValue !== oldValue) fields[name] = newValue
      }
      return value
    },
  }
}
