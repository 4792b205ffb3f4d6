import { readFileSync } from 'node:fs'
import { valuesByField } from './calls.ts'
import { type EarlierReplies, NOW_MS, type TrackedAsset } from './earlier-replies.ts'
import { type Fields, getAt, type Json, type Maybe, parseJson } from './json.ts'
import type { Random } from './random.ts'

/** Data that the values of one request share. */
export interface RequestContext {
  readonly random: Random
  readonly earlier: EarlierReplies
  /** Earlier route, or an empty object. */
  readonly route: Fields
  readonly asset: TrackedAsset | undefined
  readonly stopCount: number
  /** Log of the server, which contains the codes of sign-ins. Empty if there is no log. */
  readonly logFile: string
}

/** Creates the fields of a request. Most optional fields are left out. */
export function createFields(context: RequestContext, names: readonly string[]): Fields {
  const chosen = names.filter((name) =>
    context.random.chance(/^\w+!/.test(name) ? 1 : /^\w+\?/.test(name) ? 0.06 : 0.3),
  )
  const fields = chosen.map((name) => /^(\w+)[!?]?=?(.*)$/.exec(name) ?? [])
  return Object.fromEntries(
    fields.map(([, name = '', own]) => [name, createValue(context, own || valuesByField.get(name) || '1..30')]),
  )
}

/** Creates a value from the grammar in `calls.ts`. */
export function createValue(context: RequestContext, grammar: string): Maybe {
  const { random, stopCount, earlier } = context
  if (grammar.startsWith('*'))
    return Array.from({ length: stopCount }, () => createValue(context, grammar.slice(1)) ?? null)
  const word = random.of(grammar.split('|')).replace(/\$(\w+)/, (_, name) => earlier.strings.get(name) ?? 'none')
  const [, min, max = ''] = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(word) ?? []
  if (max) return max.includes('.') ? random.round(Number(min), Number(max)) : random.int(Number(min), Number(max))
  const [, generator, path = ''] = /^@(\w+)\.?(.*)$/.exec(word) ?? []
  if (generator) {
    const value = generators[generator]?.(context)
    return path ? getAt(value, path) : value
  }
  if (/^\{\w/.test(word)) return createFields(context, word.slice(1, -1).split('+'))
  return parseJson(word, word.replaceAll('~', ' ').replaceAll('¦', '|'))
}

function createPoint(random: Random): number[] {
  if (random.chance(0.02)) return [random.round(-34.934, -34.814), random.round(-56.338, -55.986)]
  return [random.round(-34.905, -34.84, random.int(4, 6)), random.round(-56.2, -56.04, random.int(4, 6))]
}

function createPointNear(point: Maybe, random: Random, degrees: number): number[] {
  return (point as number[]).map((value) => Number((value + random.round(-degrees, degrees, 6)).toFixed(6)))
}

const generators: Readonly<Record<string, (context: RequestContext) => Maybe>> = {
  earlierRoute: ({ route }) => route,
  point: ({ random }) => createPoint(random),
  points: ({ random }) => random.many(0, 4, () => createPoint(random)),
  side: ({ random }) =>
    random.many(2, random.of([3, 6, 12, 25, random.chance(0.1) ? 130 : 5]), () => createPoint(random)),
  areas: ({ random }) => {
    const middle = createPoint(random)
    return [random.many(3, 5, () => createPointNear(middle, random, 0.003))]
  },
  inside: ({ random }) => createPointNear([-34.904, -56.17], random, random.of([0.008, 0.015, 0.03])),
  near: ({ random, route }) => {
    const point = getAt(route, `steps.${random.int(0, 6)}.maneuver.at`) ?? createPoint(random)
    return createPointNear(point, random, random.of([0.0001, 0.003]))
  },
  time: ({ random, asset }) => {
    const timeMs = asset?.timeMs ?? NOW_MS
    return random.of<Json>([timeMs, new Date(timeMs).toISOString()])
  },
  code: ({ logFile }) => /.*@example\.com\D*(\d{6})\b/s.exec(logFile && readFileSync(logFile, 'utf8'))?.[1] ?? '000000',
  /** Returns a position farther along the route, or off the route for a while. */
  fix({ random, asset }) {
    if (!asset) return createPoint(random)
    asset.along = Math.min(0.999, asset.along + random.round(0, 0.1))
    asset.timeMs = Math.min(NOW_MS - 1000, asset.timeMs + random.int(3, 20) * 1000)
    const [latitude = 0, longitude = 0] = asset.line[Math.floor(asset.along * asset.line.length)] ?? createPoint(random)
    const offset = asset.along % 0.6 > 0.4 ? 0.002 : 0
    return createPointNear([latitude + offset, longitude], random, random.of([0, 0.00003, 0.0001]))
  },
}
