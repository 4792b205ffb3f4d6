import { describe, expect, test } from 'vitest'
import type { OpenApiDocument, Schema } from '../document.ts'
import { createSchemaIndex } from '../schema/schema-index.ts'
import { listConstraints, toType } from '../schema/schema-type.ts'
import { renderFields, renderParameters } from './field-table.ts'
import { listFields } from './fields.ts'

const Node: Schema = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
const Once: Schema = { type: 'object', properties: { inside: { type: 'string' } } }
const document: OpenApiDocument = {
  info: { title: 't', version: 'v' },
  paths: {
    '/': {
      get: {
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: { oneOf: [{ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Once' }] },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Node, Once } },
}
const schemaIndex = createSchemaIndex(document)

function names(schema: Schema): string[] {
  return listFields(schema, schemaIndex).map(({ parents, name, depth }) => `${depth} ${parents}${name}`)
}

function limits(schema: Schema): string[] {
  return listConstraints(schema, schemaIndex).map(({ markup }) => markup)
}

describe('fields', () => {
  test('list the fields of every object after it, through lists and maps', () => {
    const leaf: Schema = { type: 'object', properties: { x: { type: 'number' } } }
    const list: Schema = { type: 'array', items: { type: 'array', items: leaf } }
    const schema: Schema = {
      type: 'object',
      properties: { a: leaf, b: list, c: { type: 'object', additionalProperties: leaf } },
    }
    expect(names(schema)).toEqual(['0 a', '1 a.x', '0 b', '1 b[][].x', '0 c', '1 c.*', '2 c.*.x'])
    expect(names({ type: 'array', items: leaf })).toEqual(['0 [].x'])
  })

  test('merge the parts of an allOf into one object', () => {
    const schema: Schema = { allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }] }
    expect(listFields(schema, schemaIndex).map(({ name, required }) => [name, required])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  test('show the shapes of a choice that have fields', () => {
    const shape: Schema = { title: 'GeoJSON', type: 'object', properties: { type: { type: 'string' } } }
    expect(names({ properties: { at: { oneOf: [{ type: 'string' }, shape] } } })).toEqual([
      '0 at',
      '1 at.GeoJSON',
      '2 at.type',
    ])
  })

  test('inline a schema with one reference, and link one with several references or recursion', () => {
    expect(names({ properties: { o: { $ref: '#/components/schemas/Once' } } })).toEqual(['0 o', '1 o.inside'])
    expect(names({ properties: { n: { $ref: '#/components/schemas/Node' } } })).toEqual(['0 n'])
    expect(toType({ $ref: '#/components/schemas/Node' }, schemaIndex).markup).toBe('<a href="#object-Node">Node</a>')
  })

  test('show backticks in descriptions as code and escape HTML', () => {
    const schema: Schema = { type: 'string', description: 'Send `<b>` or <i>.' }
    const rendered = 'Send <code>&lt;b&gt;</code> or &lt;i&gt;.'
    const fields = renderFields('Body', { properties: { a: schema } }, schemaIndex, 'request')
    expect(fields.markup).toContain(rendered)
    const parameters = renderParameters('Query parameters', [{ name: 'a', in: 'query', schema }], schemaIndex)
    expect(parameters.markup).toContain(rendered)
  })

  test('show a broken reference as any', () => {
    expect(toType({ $ref: '#/components/schemas/Gone' }, schemaIndex).markup).toBe('any')
    expect(toType({ $ref: 'https://example.com/schema' }, schemaIndex).markup).toBe('any')
  })
})

describe('types and limits', () => {
  test.each<[Schema, string]>([
    [{ type: 'integer', nullable: true }, 'integer or null'],
    [{ type: 'array', items: { type: 'string' } }, 'array of string'],
    [{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }, '[number, number]'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of string'],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'integer' }] }, 'integer or boolean'],
    [{ type: 'string', format: 'date' }, 'string (date)'],
  ])('type of %j', (schema, text) => {
    expect(toType(schema, schemaIndex).markup).toBe(text)
  })

  test.each<[Schema, string[]]>([
    [{ minimum: 1, maximum: 366 }, ['1 to 366']],
    [{ minimum: 0, exclusiveMinimum: true, maximum: 10 }, ['above 0', 'at most 10']],
    [{ exclusiveMaximum: 5, minimum: 0 }, ['below 5', 'at least 0']],
    [{ maxLength: 2000 }, ['at most 2,000 characters']],
    [{ minItems: 8, maxItems: 8 }, ['exactly 8 items']],
    [{ multipleOf: 5, pattern: '<' }, ['multiple of 5', 'matches <code>&lt;</code>']],
    [{ type: 'string', format: 'date-time', pattern: '^\\d' }, []],
    [
      { items: { enum: ['a', 1] }, uniqueItems: true },
      ['unique items', 'each: <span class="enum"><code>a</code> <code>1</code></span>'],
    ],
    [{ items: { type: 'number' }, minItems: 2, maxItems: 2 }, []],
  ])('limits of %j', (schema, phrases) => {
    expect(limits(schema)).toEqual(phrases)
  })
})
