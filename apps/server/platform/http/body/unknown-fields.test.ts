import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { HttpReply, HttpRequest } from './exchange.ts'
import { addIgnoredFieldWarnings, createUnknownFieldFinder, toIgnoredFieldWarnings } from './unknown-fields.ts'

const find = createUnknownFieldFinder({
  body: Type.Object({
    time_windows: Type.Array(Type.Number()),
    geometry: Type.String(),
    vessel: Type.Object({ speed_kn: Type.Number(), draft_m: Type.Number() }),
  }),
})

function warn(body: object): string[] {
  return JSON.parse(toIgnoredFieldWarnings({ ignored: find({ body, query: {} }) }) || '[]')
}

test.each([
  ['geometri', 'geometry'],
  ['windows', 'time_windows'],
  ['timeWindows', 'time_windows'],
  ['speed_kn', 'vessel.speed_kn'],
])('suggests a field for %s', (field, suggestion) => {
  expect(warn({ [field]: 1 })).toEqual([`unknown field '${field}' was ignored; did you mean ${suggestion}?`])
})

test.each(['limit', 'x', 'w'.repeat(41)])('suggests nothing for the unrelated field %s', (field) => {
  expect(warn({ [field]: 1 })).toEqual([`unknown field '${field}' was ignored`])
})

test('suggests nothing for known fields', () => {
  expect(warn({ time_windows: [], vessel: { speed_kn: 1 } })).toEqual([])
})

describe('warnings of a reply', () => {
  const warning = "unknown field 'größe' was ignored"
  function finish(payload: unknown, statusCode = 200): { payload: unknown; headers: Record<string, unknown> } {
    const headers: Record<string, unknown> = {}
    const reply = { statusCode, header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) }
    const request = { ignored: ['größe'] } as unknown as HttpRequest
    return { payload: addIgnoredFieldWarnings(request, reply as unknown as HttpReply, payload), headers }
  }

  test.each(['{}', '{"a":1}', Buffer.from('{"a":1}')])('become a member of a JSON object: %s', (payload) => {
    const { payload: json, headers } = finish(payload)
    expect(JSON.parse(String(json))).toEqual({ ...JSON.parse(String(payload)), warnings: [warning] })
    expect(headers).toEqual({})
  })

  test.each(['<?xml version="1.0"?><gpx></gpx>', 'asset,time\nas_1,2\n', '[1,2]', '', Buffer.from('<gpx/>')])(
    'leave other formats unchanged and become an ASCII header: %s',
    (payload) => {
      const { payload: sent, headers } = finish(payload)
      expect(sent).toBe(payload)
      expect(headers['x-warnings']).toMatch(/^[\x20-\x7e]+$/)
      expect(JSON.parse(String(headers['x-warnings']))).toEqual([warning])
    },
  )

  test('are left out of errors', () => {
    expect(finish('{"busy":false,"detail":"no"}', 422)).toEqual({
      payload: '{"busy":false,"detail":"no"}',
      headers: {},
    })
  })
})

const Window = Type.Object({ start: Type.Number(), end: Type.Number() })
const findInAlternatives = createUnknownFieldFinder({
  body: Type.Object({
    vehicle: Type.Object({
      electric: Type.Unsafe({ anyOf: [Type.Object({ battery_kwh: Type.Number() }), Type.Boolean()] }),
    }),
    windows: Type.Array(
      Type.Unsafe({
        anyOf: [
          { type: 'array', items: { anyOf: [Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), Window] } },
          Window,
        ],
      }),
    ),
    model: Type.Unsafe({ anyOf: [{ type: 'string' }, { type: 'object' }] }),
    asset: Type.Unsafe({
      oneOf: [
        { type: 'object', required: ['id'], properties: { id: {} } },
        { type: 'object', required: ['name'], properties: { name: {}, kind: {} } },
      ],
    }),
  }),
})

test.each([
  [{ vehicle: { electric: { battery_kwh: 50, foo: 1 } } }, ["unknown field 'vehicle.electric.foo' was ignored"]],
  [{ windows: [null, { start: 5, end: 9, foo: 1 }] }, ["unknown field 'windows[1].foo' was ignored"]],
  [{ windows: [[[5, 9], { start: 5, end: 9, foo: 1 }]] }, ["unknown field 'windows[0][1].foo' was ignored"]],
  [{ asset: { name: 'x', id2: 1 } }, ["unknown field 'asset.id2' was ignored"]],
  [{ asset: { name: 'x', kind: 'van' } }, []],
  [{ asset: { id: 'x', kind: 'van' } }, ["unknown field 'asset.kind' was ignored"]],
  [
    { vehicle: { battery_kwh: 50 } },
    ["unknown field 'vehicle.battery_kwh' was ignored; did you mean electric.battery_kwh?"],
  ],
  [{ vehicle: { electric: true }, windows: [[[5, 9]], 'x', 5], model: { rules: [] } }, []],
])('reports the unknown fields of the alternative that is meant: %j', (body, warnings) => {
  const ignored = findInAlternatives({ body, query: {} })
  expect(JSON.parse(toIgnoredFieldWarnings({ ignored }) || '[]')).toEqual(warnings)
})
