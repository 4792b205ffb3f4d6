import fc from 'fast-check'
import type { Described, Schema } from './contract.ts'
import { TEXTS } from './hostile-values.ts'

export interface MadeRequest {
  /** JSON text, or text that only resembles JSON. */
  readonly body: string | undefined
  readonly query: string
  readonly id: string | undefined
}

/** Generates requests to an operation. Some requests are valid, but most contain a mutation. */
export function requestArbitrary({ body, parameters }: Described): fc.Arbitrary<MadeRequest> {
  const names = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const hasId = parameters.some(({ in: place }) => place === 'path')
  return fc.record({
    body: body ? bodyArbitrary(body) : fc.constant(undefined),
    query: queryArbitrary(names),
    id: hasId ? fc.option(pathSegment, { nil: undefined }) : fc.constant(undefined),
  })
}

const text = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(...TEXTS),
  fc.stringMatching(/^\+?[0-9 ().-]{0,40}$/),
)

/** Generates one path segment. An empty segment or a segment of dots would change the path. */
const pathSegment = text.filter((value) => !['', '.', '..'].includes(value.toWellFormed()))

function bodyArbitrary(schema: Schema): fc.Arbitrary<string> {
  const fitting = fittingValue(schema)
  const changed = fc
    .tuple(fitting, fc.constantFrom(...Object.keys(schema.properties ?? {}), 'unknown'), fc.option(fc.jsonValue()))
    .map(([made, name, junk]) => {
      const { [name]: _gone, ...rest } = made as Record<string, unknown>
      return junk === null ? rest : { ...rest, [name]: junk }
    })
  const json = fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 6, arbitrary: changed }, fc.jsonValue())
  const broken = fc
    .tuple(json, fc.nat({ max: 200 }), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([value, at, insert]) => {
      const whole = JSON.stringify(value)
      return whole.slice(0, at) + insert + whole.slice(at + 1)
    })
  return fc.oneof({ weight: 9, arbitrary: json.map((value) => JSON.stringify(value)) }, broken)
}

function queryArbitrary(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom(...names, 'unknown'), fc.string({ maxLength: 10 }))
  const value = fc.oneof(
    fc.integer().map(String),
    fc.double().map(String),
    text.map((made) => encodeURIComponent(made.toWellFormed())),
  )
  const pair = fc.tuple(name, value).map(([key, given]) => `${encodeURIComponent(key)}=${given}`)
  return fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join('&'))
}

function fittingValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const shape: Record<string, fc.Arbitrary<unknown>> = {}
      for (const [name, field] of Object.entries(schema.properties ?? {})) shape[name] = fittingValue(field)
      return fc.record(shape, { requiredKeys: [...(schema.required ?? [])] })
    }
    case 'array':
      return fc.array(fittingValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 5,
      })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text.map((made) => [...made].slice(0, schema.maxLength ?? 300).join(''))
    default:
      return fc.jsonValue()
  }
}
