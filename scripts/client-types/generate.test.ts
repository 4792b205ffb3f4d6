import { expect, test } from 'vitest'
import type { Operation, Schema } from './document.ts'
import { type Side, TypeRegistry } from './type-registry.ts'
import { typeText } from './type-text.ts'
import { listOf, membersOf, unionOf } from './unions.ts'
import { writeTypes } from './write-types.ts'

function written(schema: Schema, side: Side = 'reply'): { type: string; declared: string } {
  const registry = new TypeRegistry()
  const type = typeText(schema, 'ThingReply', side, registry)
  return { type, declared: registry.text() }
}

const point: Schema = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }

test.each<[string, Schema, string]>([
  ['a whole number', { type: 'integer' }, 'number'],
  ['anything', {}, 'unknown'],
  ['perhaps nothing', { type: 'string', nullable: true }, 'string | null'],
  ['a point', point, 'Point'],
  ['points', { type: 'array', items: point }, 'readonly Point[]'],
  ['a pair', { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }, 'readonly [number, number]'],
  [
    'a list of lists',
    { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    'readonly (readonly string[])[]',
  ],
  ['a choice', { anyOf: [{ type: 'string', nullable: true }, point] }, 'string | Point | null'],
  [
    'a list of choices',
    { type: 'array', items: { anyOf: [{ type: 'string' }, point] } },
    'readonly (string | Point)[]',
  ],
  ['one word', { type: 'string', enum: ['keep'] }, "'keep'"],
  ['any names', { type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
  ['an object of no known fields', { type: 'object' }, 'Readonly<Record<string, unknown>>'],
])('%s', (_, schema, type) => {
  expect(written(schema)).toEqual({ type, declared: '' })
})

test('declares objects with their descriptions, and identical shapes once', () => {
  const end: Schema = { type: 'object', required: ['at'], properties: { at: { ...point, description: 'Where.' } } }
  const { type, declared } = written({
    type: 'object',
    required: ['from'],
    properties: { from: end, to: { ...end, description: 'The other.' }, kind: { type: 'string', enum: ['a', 'b'] } },
  })
  expect(type).toBe('ThingReply')
  expect(declared).toBe(`export interface ThingFrom {
  /** Where. */
  readonly at: Point
}

export type ThingKind = 'a' | 'b'

export interface ThingReply {
  readonly from: ThingFrom
  /** The other. */
  readonly to?: ThingFrom
  readonly kind?: ThingKind
}`)
})

test('allows undefined in request fields', () => {
  const schema: Schema = { type: 'object', required: ['a'], properties: { a: point, 'b-c': {}, d: point } }
  expect(written(schema, 'request').declared).toBe(
    "export interface ThingReply {\n  readonly a: Point\n  readonly 'b-c'?: unknown\n  readonly d?: Point | undefined\n}",
  )
})

test('numbers different shapes of the same name', () => {
  const one = (name: string): Schema => ({ type: 'object', properties: { [name]: { type: 'string' } } })
  expect(written({ anyOf: [one('a'), one('b')] }).type).toBe('ThingReply | ThingReply2')
})

test('rejects references', () => {
  expect(() => written({ $ref: '#/components/schemas/X' })).toThrow('The document has no schema X')
})

test('splits unions only outside brackets', () => {
  expect(membersOf('readonly (A | B)[] | Record<string, C | D> | null')).toEqual([
    'readonly (A | B)[]',
    'Record<string, C | D>',
    'null',
  ])
  expect(unionOf(['A | null', 'B', 'A'])).toBe('A | B | null')
  expect(listOf('A & B')).toBe('readonly (A & B)[]')
})

test('generates the operations of a document', () => {
  const thing: Schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const operation: Operation = {
    operationId: 'doThing',
    summary: 'Does it',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: true, description: 'What.', schema: { type: 'string' } },
    ],
    requestBody: { content: { 'application/json': { schema: thing } } },
    responses: {
      200: { content: { 'application/json': { schema: thing }, 'text/csv': { schema: { type: 'string' } } } },
    },
  }
  const text = writeTypes({ info: { version: '1' }, paths: { '/v1/thing/{id}': { post: operation } } })
  expect(text).toContain('export interface DoThingQuery {\n  /** What. */\n  readonly q: string\n}')
  expect(text).toContain(
    '  readonly doThing: {\n    readonly body: DoThingRequest\n    readonly query: DoThingQuery\n    readonly reply: DoThingReply | string\n  }',
  )
  expect(text).toContain("  doThing: { method: 'POST', path: '/v1/thing/{id}' },")
})

/** Returns the generated types of an operation whose body and reply contain the component `Stop`. */
function typesWithStop(stop: Schema, formerNames: Readonly<Record<string, string>> = {}): string {
  const use: Schema = { $ref: '#/components/schemas/Stop' }
  const body: Schema = { type: 'object', properties: { stop: { allOf: [use], description: 'The stop.' } } }
  const reply: Schema = { type: 'object', properties: { stops: { type: 'array', items: use } } }
  const operation: Operation = {
    operationId: 'doThing',
    summary: 'Does it',
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/DoThingRequest' } } } },
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/DoThingReply' } } } } },
  }
  const schemas = { DoThingRequest: body, DoThingReply: reply, Stop: stop }
  return writeTypes(
    { info: { version: '1' }, paths: { '/v1/thing': { post: operation } }, components: { schemas } },
    formerNames,
  )
}

test('uses the names of the document, with another name where the type in requests differs', () => {
  const fixed = typesWithStop({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } })
  expect(fixed).toContain('export interface Stop {\n  readonly name: string\n}')
  expect(fixed).toContain('  /** The stop. */\n  readonly stop?: Stop | undefined\n')
  expect(fixed).toContain('  readonly stops?: readonly Stop[]\n')
  expect(fixed).not.toContain('StopInput')
  const optional = typesWithStop({ type: 'object', properties: { name: { type: 'string' } } })
  expect(optional).toContain('export interface Stop {\n  readonly name?: string\n}')
  expect(optional).toContain('export interface StopInput {\n  readonly name?: string | undefined\n}')
  expect(optional).toContain('  readonly stop?: StopInput | undefined\n')
})

test('keeps former names as aliases, which must not hide a type', () => {
  const stop: Schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  expect(typesWithStop(stop, { ThingStop: 'Stop' })).toContain(
    '/** Former name of `Stop`. */\nexport type ThingStop = Stop\n',
  )
  expect(() => typesWithStop(stop, { ThingStop: 'Gone' })).toThrow(
    'ThingStop is an alias of Gone, which is not declared',
  )
  expect(() => typesWithStop(stop, { DoThingReply: 'Stop' })).toThrow(
    'DoThingReply is both a type and an alias of Stop',
  )
})
