import type { Schema } from './contract.ts'

/** Field value as JSON. Some values cannot be written as a JavaScript value. */
export interface HostileValue {
  readonly label: string
  readonly json: string
}

const of = (label: string, value: unknown): HostileValue => ({ label, json: JSON.stringify(value) })

const ONE_OF_EACH_TYPE: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  boolean: [true, false],
  number: [7, -1.5],
  string: ['x'],
  array: [[], ['x'], [{}]],
  object: [{}, { x: 1 }],
}

/** Returns values of every JSON type that the schema does not accept. Returns none if the schema has no type. */
export function otherTypes({ type, nullable }: Schema): HostileValue[] {
  if (type === undefined) return []
  const taken = new Set([type === 'integer' ? 'number' : type, ...(nullable ? ['null'] : [])])
  return Object.entries(ONE_OF_EACH_TYPE)
    .filter(([name]) => !taken.has(name))
    .flatMap(([name, values]) => values.map((value) => of(name, value)))
}

/** Returns values of the right type that exceed the limits. */
export function beyondLimits(schema: Schema): HostileValue[] {
  const { type, enum: values, maxLength, minLength, minimum, maximum, maxItems } = schema
  const found: HostileValue[] = []
  if (type === 'string' && maxLength !== undefined) found.push(of('one letter too long', 'x'.repeat(maxLength + 1)))
  if (type === 'string' && minLength) found.push(of('too short', 'x'.repeat(minLength - 1)))
  if (values) found.push(of('not one of them', 'none of these'), of('another case', String(values[0]).toUpperCase()))
  if (minimum !== undefined) found.push(of('below', minimum - 1))
  if (maximum !== undefined) found.push(of('above', maximum + 1), { label: 'infinite', json: '1e999' })
  if (type === 'integer') found.push(of('a fraction', (minimum ?? 0) + 0.5))
  if (type === 'array' && maxItems !== undefined) found.push(of('too many', Array(maxItems + 1).fill(1)))
  return found
}

export const NUMBERS: readonly HostileValue[] = [
  ...[
    '1e308',
    '-1e308',
    '1e999',
    '-1e999',
    '5e-324',
    '1e-999',
    '-0',
    '0.0',
    '9007199254740993',
    '123456789012345678901234567890',
  ],
  ...['"NaN"', '"Infinity"', '"-Infinity"', '"1e5"', '"0x10"', '"1,5"'],
].map((json) => ({ label: json, json }))

/** Strings that have caused errors in parsers, databases, terminals and mail programs. */
export const TEXTS: readonly string[] = [
  '',
  ' ',
  '👩‍👩‍👧‍👦🚢',
  'مرحبا\u202eabc\u2066',
  `e${'\u0301'.repeat(60)}`,
  '\ud800',
  '\udc00\ud800',
  '\u0000',
  'a\u0000b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '\ufeff\u200b\u2028\u2029\uffff',
  'İıſK',
  "'; drop table accounts; --",
  "' or '1'='1",
  '%00%s%n{{7*7}}<script>',
  '../../../etc/passwd',
  'a@xn--zzzzzzzz.example',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
]

/** Strings that stores treat differently: NUL characters, unpaired surrogates, other planes, quotes and long strings. */
export const TEXTS_FOR_STORES: readonly string[] = TEXTS.filter(
  (text) => /[\0\ufeff']/.test(text) || !text.isWellFormed() || text.includes('🚢') || text.length > 200,
)

/** Large values, each below the body size limit. */
const SHALLOW: readonly HostileValue[] = [
  of('100,000 letters', 'x'.repeat(100_000)),
  of('100,000 emoji', '🚢'.repeat(100_000)),
  of('100,000 numbers', Array(100_000).fill(1)),
  of('10,000 objects', Array(10_000).fill({ a: [] })),
  of('10,000 fields', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]))),
  { label: 'a number of 100,000 digits', json: '9'.repeat(100_000) },
]
/** Deeply nested values, which the parser rejects regardless of the field. */
const DEEP: readonly HostileValue[] = [
  { label: '10,000 arrays deep', json: '['.repeat(10_000) + ']'.repeat(10_000) },
  { label: '100,000 arrays deep', json: '['.repeat(100_000) + ']'.repeat(100_000) },
  { label: '10,000 objects deep', json: '{"a":'.repeat(10_000) + 1 + '}'.repeat(10_000) },
]
export const HUGE = { all: [...SHALLOW, ...DEEP], shallow: SHALLOW }

/** API keys that an HTTP header can contain. */
export const KEYS: readonly string[] = [
  "' or '1'='1",
  "fw_live_'; drop table keys; --",
  'fw_live_',
  `fw_live_${'0'.repeat(38)}`,
  `fw_live_${'x'.repeat(10_000)}`,
  'x'.repeat(10_000),
  'null',
  'undefined',
  'ÿþ\u0080',
  '\t',
  'Bearer fw_live_x',
  '__proto__',
]
