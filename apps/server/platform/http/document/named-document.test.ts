import { expect, test } from 'vitest'
import { expandDocument, findUse } from './expand-document.ts'
import { nameSchemas, type SchemaDocument } from './named-document.ts'
import type { NamedSchema } from './schema-names.ts'

const text: NamedSchema = { type: 'string' }
const object = (properties: Record<string, NamedSchema>, others: NamedSchema = {}): NamedSchema => ({
  type: 'object',
  properties,
  ...others,
})
const ref = (name: string): NamedSchema => ({ $ref: `#/components/schemas/${name}` })

function documentOf(reply: NamedSchema, request?: NamedSchema): SchemaDocument {
  const json = (schema: NamedSchema) => ({ content: { 'application/json': { schema } } })
  return {
    paths: {
      '/thing': {
        post: {
          operationId: 'doThing',
          ...(request && { requestBody: json(request) }),
          responses: { 200: json(reply), 404: json(ref('Error')) },
        },
      },
    },
    components: { schemas: { Error: object({ detail: text }) } },
  }
}

function named(reply: NamedSchema, request?: NamedSchema) {
  const document = nameSchemas(documentOf(reply, request))
  const { requestBody, responses } = document.paths?.['/thing']?.post ?? {}
  return {
    document,
    request: requestBody?.content?.['application/json']?.schema,
    reply: responses?.['200']?.content?.['application/json']?.schema,
    schemas: document.components?.schemas ?? {},
  }
}

test('names bodies after the operation, and their objects after the fields', () => {
  const { request, reply, schemas } = named(
    object({ stops: { type: 'array', items: object({ name: text }) } }),
    object({ option: object({ level: text }), tags: { type: 'object', additionalProperties: object({ tag: text }) } }),
  )
  expect([request, reply]).toEqual([ref('DoThingRequest'), ref('DoThingReply')])
  expect(schemas).toEqual({
    DoThingReply: object({ stops: { type: 'array', items: ref('DoThingStop') } }),
    DoThingRequest: object({
      option: ref('DoThingRequestOption'),
      tags: { type: 'object', additionalProperties: ref('DoThingRequestTags') },
    }),
    DoThingRequestOption: object({ level: text }),
    DoThingRequestTags: object({ tag: text }),
    DoThingStop: object({ name: text }),
    Error: object({ detail: text }),
  })
})

test('names the objects of a choice after their constant field or their title', () => {
  const keep = object({ op: { type: 'string', enum: ['keep'] } })
  const choices = { anyOf: [keep, object({ a: text }, { title: 'line' }), object({ b: text }), text] }
  const { schemas } = named(object({ change: choices }))
  expect(schemas.DoThingReply?.properties?.change).toEqual({
    anyOf: [ref('DoThingChangeKeep'), ref('DoThingChangeLine'), ref('DoThingChangeObject'), text],
  })
})

test('shares a schema with a name, and keeps the description of each use', () => {
  const stop = (description: string) => object({ name: text }, { 'x-name': 'Stop', description })
  const { schemas } = named(object({ a: stop('A stop.'), b: stop('A stop.'), c: stop('The last stop.') }))
  expect(schemas).toMatchObject({
    Stop: { description: 'A stop.' },
    DoThingReply: {
      properties: { a: ref('Stop'), b: ref('Stop'), c: { allOf: [ref('Stop')], description: 'The last stop.' } },
    },
  })
  expect(JSON.stringify(schemas)).not.toContain('x-name')
})

test('gives a schema no description if one of its uses has none', () => {
  const stop = { 'x-name': 'Stop', ...object({ name: text }) }
  const { schemas } = named(object({ a: { ...stop, description: 'A stop.' }, b: stop }))
  expect(schemas.Stop).toEqual(object({ name: text }))
  expect(schemas.DoThingReply?.properties).toEqual({
    a: { allOf: [ref('Stop')], description: 'A stop.' },
    b: ref('Stop'),
  })
})

test('lists null separately where a named schema may be null', () => {
  const stop = { 'x-name': 'Stop', ...object({ name: text }) }
  const { schemas } = named(object({ a: { ...stop, nullable: true, description: 'Or null.' } }))
  expect(schemas.Stop).toEqual({ ...object({ name: text }), description: 'Or null.' })
  expect(schemas.DoThingReply?.properties?.a).toEqual({
    anyOf: [ref('Stop'), { type: 'object', nullable: true, enum: [null] }],
  })
})

test.each<[string, NamedSchema, NamedSchema]>([
  ['two named schemas', { 'x-name': 'Stop', ...object({ a: text }) }, { 'x-name': 'Stop', ...object({ b: text }) }],
  ['a named schema and the error', { 'x-name': 'Error', ...object({ a: text }) }, text],
  ['a named schema and a reply', { 'x-name': 'DoThingReply', ...object({ a: text }) }, text],
])('rejects different schemas with the same name: %s', (_, one, other) => {
  expect(() => named(object({ one, other }))).toThrow(
    /^Two schemas of the API document have the name \w+: one in .+, and one in doThing reply application\/json o.+\. A name must identify one schema\. Give one of them another name with the keyword x-name; if both are the same, give both the same x-name\.$/,
  )
})

test('rejects equal schemas that are not marked as the same', () => {
  const item = object({ a: text })
  expect(() => named(object({ item, items: { type: 'array', items: item } }))).toThrow(
    'have the name DoThingItem: one in doThing reply application/json item, and one in doThing reply application/json items []',
  )
})

test('expands to the schemas as they were defined', () => {
  const stop = object({ name: text, at: { 'x-name': 'Point', type: 'array', items: text, description: 'Where.' } })
  const reply = object({
    a: { 'x-name': 'Stop', ...stop, description: 'A.' },
    b: { 'x-name': 'Stop', ...stop, description: 'B.', nullable: true },
    c: { anyOf: [object({ d: text }), text] },
    e: { allOf: [object({ f: text }), { 'x-name': 'Stop', ...stop, description: 'C.' }] },
  })
  const { document } = named(reply)
  const defined = JSON.parse(JSON.stringify(documentOf(reply)).replace(/"x-name":"\w+",/g, ''))
  expect(expandDocument(document).paths).toEqual(expandDocument(defined as SchemaDocument).paths)
  expect(JSON.stringify(expandDocument(document, ['Error']))).toContain(
    '"404":{"content":{"application/json":{"schema":{"$ref"',
  )
})

test('keeps the reference of a schema to itself', () => {
  const tree = object({ parts: { type: 'array', items: ref('Tree') } })
  const expanded = expandDocument({ root: ref('Tree'), components: { schemas: { Tree: tree } } })
  expect(expanded.root).toEqual(tree)
})

test('finds only references to components', () => {
  expect(findUse(ref('Stop'))).toEqual({ name: 'Stop', keywords: {} })
  expect(findUse({ $ref: '#/paths/x' })).toBeUndefined()
  expect(findUse({ allOf: [ref('A'), ref('B')] })).toBeUndefined()
  expect(findUse({ anyOf: [ref('A'), { type: 'string', nullable: true }] })).toBeUndefined()
  expect(findUse({ anyOf: [ref('A'), { nullable: true, enum: [null] }, text] })).toBeUndefined()
})
