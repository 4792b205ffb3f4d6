import type { OperationInput } from '../../../operations/define-operation.ts'
import { shorten } from '../problem.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'
import { type BranchShape, findBranch, getBranches } from './schema-branches.ts'
import { listNotes } from './spellings.ts'

interface SchemaShape extends BranchShape {
  readonly properties?: Readonly<Record<string, SchemaShape>>
  readonly items?: SchemaShape
  readonly anyOf?: readonly SchemaShape[]
  readonly oneOf?: readonly SchemaShape[]
  readonly additionalProperties?: unknown
}

/** Maximum number of warnings in a reply. A body full of unknown fields must not produce a reply of the same size. */
const MAX_WARNINGS = 10

/**
 * Creates a function that finds unknown fields in a request. Unknown fields do not cause an error, so that clients of
 * other API versions keep working. The reply lists the ignored fields, so that callers notice misspelled options.
 */
export function createUnknownFieldFinder(
  schemas: InputSchemas,
): (input: Pick<OperationInput, 'body' | 'query'>) => string[] | null {
  const body: SchemaShape | undefined = schemas.body
  const query: SchemaShape = schemas.query ?? NO_FIELDS
  return (input) => {
    const unknownPaths: string[] = []
    if (body) collectUnknown(body, input.body, '', unknownPaths)
    collectUnknown(query, input.query, '', unknownPaths)
    addNotes(input.body, unknownPaths)
    addNotes(input.query, unknownPaths)
    return unknownPaths.length > 0 ? unknownPaths : null
  }
}

function addNotes(input: unknown, unknownPaths: string[]): void {
  const notes = listNotes(input)
  for (let index = 0; index < notes.length && index < MAX_WARNINGS; index++)
    unknownPaths.push(`${NOTE_MARK}${notes[index]}`)
}

interface InputSchemas {
  readonly body?: object
  readonly query?: object
}

/** Header with the warnings of replies that are not JSON objects, such as GPX and CSV. Its value is a JSON array. */
const WARNINGS_HEADER = 'x-warnings'

/** Adds the warnings to the reply: to a serialized JSON object as a member, and to other formats as a header. */
export function addIgnoredFieldWarnings(request: HttpRequest, reply: HttpReply, payload: unknown): unknown {
  if (request.ignored === null || reply.statusCode >= 400) return payload
  const json = payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : payload
  if (typeof json !== 'string') return payload
  if (!json.startsWith('{') || !json.endsWith('}')) {
    reply.header(WARNINGS_HEADER, escapeNonAscii(toIgnoredFieldWarnings(request)))
    return payload
  }
  const existingMembers = json === '{}' ? '' : `${json.slice(1, -1)},`
  return `{${existingMembers}"warnings":${toIgnoredFieldWarnings(request)}}`
}

/**
 * Returns the ignored fields as JSON, for replies that are serialized in parts. Returns an empty string if there are
 * none.
 */
export function toIgnoredFieldWarnings({ ignored }: Pick<HttpRequest, 'ignored'>): string {
  return ignored === null ? '' : JSON.stringify(ignored.map(describeIgnoredField))
}

/** Escapes JSON for a header, which may contain only ASCII characters. */
function escapeNonAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Separator between the path of an unknown field and the suggested name. */
const SUGGESTION_MARK = '\u0000'

/** Prefix that marks an entry as a complete sentence instead of a path. */
const NOTE_MARK = '\u0001'

function describeIgnoredField(field: string): string {
  if (field.startsWith(NOTE_MARK)) return field.slice(NOTE_MARK.length)
  const [path, suggestion] = field.split(SUGGESTION_MARK)
  return `unknown field '${path}' was ignored${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`
}

const NO_FIELDS: SchemaShape = { properties: {} }

function collectUnknown(shape: SchemaShape, value: unknown, path: string, unknownPaths: string[]): void {
  if (typeof value !== 'object' || value === null || unknownPaths.length >= MAX_WARNINGS) return
  const branches = getBranches(shape)
  if (branches) {
    const branch = hasFields(shape) ? findBranch(branches, value) : undefined
    if (branch) collectUnknown(branch, value, path, unknownPaths)
  } else if (Array.isArray(value)) {
    // Arrays of numbers can be long, but they contain no fields.
    if (!shape.items || !hasFields(shape.items)) return
    for (let index = 0; index < value.length; index++)
      collectUnknown(shape.items, value[index], `${path}[${index}]`, unknownPaths)
  } else if (shape.properties && !shape.additionalProperties) {
    collectUnknownFields(shape.properties, value as Record<string, unknown>, path, unknownPaths)
  }
}

const shapesWithFields = new WeakMap<SchemaShape, boolean>()

/** Returns whether a value of this shape can be or contain an object with known fields. */
function hasFields(shape: SchemaShape): boolean {
  const cached = shapesWithFields.get(shape)
  if (cached !== undefined) return cached
  const hasAny =
    shape.properties !== undefined ||
    (shape.items !== undefined && hasFields(shape.items)) ||
    getBranches(shape)?.some(hasFields) === true
  shapesWithFields.set(shape, hasAny)
  return hasAny
}

function collectUnknownFields(
  knownFields: Readonly<Record<string, SchemaShape>>,
  value: Record<string, unknown>,
  path: string,
  unknownPaths: string[],
): void {
  for (const field of Object.keys(value)) {
    if (unknownPaths.length >= MAX_WARNINGS) return
    const name = path === '' ? field : `${path}.${field}`
    const shape = Object.hasOwn(knownFields, field) ? knownFields[field] : undefined
    if (shape) collectUnknown(shape, value[field], name, unknownPaths)
    else unknownPaths.push(`${shorten(name)}${suggestField(field, knownFields)}`)
  }
}

/** Returns the field that was probably meant, preceded by `SUGGESTION_MARK`, or an empty string. */
function suggestField(field: string, knownFields: Readonly<Record<string, SchemaShape>>): string {
  if (field.length > MAX_SUGGESTED_LENGTH) return ''
  const names = Object.keys(knownFields)
  const suggestion =
    findNearestName(field, names) ?? findInObjects(field, knownFields) ?? findWithSameWords(field, names)
  return suggestion === undefined ? '' : `${SUGGESTION_MARK}${suggestion}`
}

const MAX_SUGGESTED_LENGTH = 40

/**
 * Returns the known name nearest to a misspelled name. Names that differ in more than three letters, or in more than a
 * third of the letters, are unrelated.
 */
function findNearestName(field: string, names: readonly string[]): string | undefined {
  const maxEdits = Math.min(3, Math.floor(field.length / 3))
  let nearest: string | undefined
  let fewestEdits = maxEdits + 1
  for (const name of maxEdits === 0 ? [] : names) {
    const editCount = countEdits(field.toLowerCase(), name.toLowerCase())
    if (editCount >= fewestEdits) continue
    fewestEdits = editCount
    nearest = name
  }
  return nearest
}

/** Returns the path of a field that belongs in an object of the request, such as vessel.speed_kn for speed_kn. */
function findInObjects(field: string, knownFields: Readonly<Record<string, SchemaShape>>): string | undefined {
  const parent = Object.entries(knownFields).find(([, known]) =>
    [known, ...(getBranches(known) ?? [])].some(({ properties = {} }) => Object.hasOwn(properties, field)),
  )
  return parent && `${parent[0]}.${field}`
}

/**
 * Returns a known name that contains all words of the field, or whose words the field contains, such as time_windows
 * for windows.
 */
function findWithSameWords(field: string, names: readonly string[]): string | undefined {
  const words = toWords(field)
  return names.find((name) => {
    const knownWords = toWords(name)
    const [fewer, more] = words.length <= knownWords.length ? [words, knownWords] : [knownWords, words]
    return fewer.length > 0 && fewer.every((word) => more.includes(word))
  })
}

/** Returns the words of a name in lower case. Short words such as units do not identify a field. */
function toWords(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word.length >= MIN_WORD_LENGTH)
}

const MIN_WORD_LENGTH = 4

/** Returns the Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const currentRow = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaceCost = (previousRow[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      currentRow[column] = Math.min(replaceCost, (previousRow[column] ?? 0) + 1, (currentRow[column - 1] ?? 0) + 1)
    }
    previousRow = currentRow
  }
  return previousRow[b.length] ?? 0
}
