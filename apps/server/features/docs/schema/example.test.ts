import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../document.ts'
import { fixture } from '../testing/fixture.ts'
import { findExample, toExample } from './example.ts'
import { createSchemaIndex } from './schema-index.ts'

const schemaIndex = createSchemaIndex(fixture)
const route: Schema = { $ref: '#/components/schemas/Route' }

describe('examples', () => {
  test('come from the document wherever it has one', () => {
    expect(findExample({ example: 0 })).toBe(0)
    expect(findExample({ examples: { first: { value: 'a' }, second: { value: 'b' } } })).toBe('a')
    expect(findExample({ examples: ['a', 'b'] })).toBe('a')
    expect(findExample({})).toBeUndefined()
  })

  test('contain the required fields in a request, and all fields in a reply', () => {
    const schema: Schema = {
      type: 'object',
      required: ['email'],
      properties: { email: { type: 'string' }, name: { type: 'string' }, days: { type: 'integer', example: 3 } },
    }
    expect(toExample(schema, schemaIndex, 'request')).toEqual({ email: 'you@example.com', days: 3 })
    expect(toExample(schema, schemaIndex, 'reply')).toEqual({ email: 'you@example.com', name: 'string', days: 3 })
  })

  test('terminate for a recursive schema', () => {
    expect(toExample(route, schemaIndex, 'reply')).toMatchObject({ geometry: [[52.5163, 13.3777]], alternatives: [] })
  })

  test.each<Schema>([
    { type: 'integer', minimum: 5, maximum: 9 },
    { type: 'number', maximum: 0.5 },
    { type: 'number', minimum: -10, maximum: -1 },
    { type: 'string', minLength: 12 },
    { type: 'string', maxLength: 3 },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'email' },
    { type: 'string', enum: ['b', 'a'] },
    { type: 'array', items: { type: 'boolean' }, minItems: 3 },
    { type: 'object', additionalProperties: { type: 'integer' } },
    { oneOf: [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, { type: 'string' }] },
  ])('validate against %j', (schema) => {
    const ajv = new Ajv({ strict: false })
    formats.default(ajv)
    const validate = ajv.compile(schema)
    for (const direction of ['request', 'reply'] as const) {
      validate(toExample(schema, schemaIndex, direction))
      expect(validate.errors).toBeNull()
    }
  })
})
