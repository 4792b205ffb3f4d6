import { beforeAll, expect, test } from 'vitest'
import { expandDocument, findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import { describeOnStores } from '../../apps/server/platform/http/tests/suite.ts'
import { type ApiDocument, readDocument, type Schema } from './contract.ts'

/** Schemas that the specification names, and those that users of generated clients need most. */
const EXPECTED_NAMES = [
  ...['Point', 'Error', 'Limits', 'Account', 'Key', 'Job'],
  ...['RouteRequest', 'RouteReply', 'Route', 'Leg', 'Step', 'Maneuver', 'Incident', 'Alternative'],
  ...['Snapped', 'SnappedPoint', 'RouteTraffic', 'RouteDetails', 'Tolls', 'Emissions', 'RouteVehicle', 'Vehicle'],
  ...['MatrixRequest', 'MatrixReply', 'IsochroneRequest', 'IsochroneReply', 'OptimizeRequest', 'OptimizeReply'],
  ...['Asset', 'LiveAsset', 'Position', 'AssetPlan', 'TourStop', 'Geofence', 'EventSettings'],
  ...['Place', 'Address', 'GeocodeResult', 'GeocodeReply', 'DroneRouteReply', 'MaritimeRouteReply', 'Passage'],
]

const MAX_DOCUMENT_BYTES = 850_000

/** Calls `visit` with every object of a JSON value. */
function eachObject(value: unknown, visit: (object: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Record<string, unknown>)
  for (const inner of Object.values(value)) eachObject(inner, visit)
}

function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([keyword]) => keyword !== 'x-name')
  return Object.fromEntries(kept.map(([keyword, inner]) => [keyword, withoutNames(inner)]))
}

function hasFields({ type, properties = {} }: Schema): boolean {
  return type === 'object' && Object.keys(properties).length > 0
}

/** Lists the schemas of all bodies, and all components, by their place. */
function listSchemas({ paths, components }: ApiDocument): (readonly [place: string, schema: Schema])[] {
  const bodies = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId = '', requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((body) =>
        Object.values(body?.content ?? {}).map(({ schema }) => [operationId, schema] as const),
      ),
    ),
  )
  return [...bodies, ...Object.values(components.schemas).map((schema) => ['component', schema] as const)]
}

// The document is the same on every store.
describeOnStores(
  'the schemas of the API document',
  ({ startShared }) => {
    let document: ApiDocument
    let original: object
    beforeAll(async () => {
      const service = await startShared()
      document = await readDocument(service)
      original = (service.app as unknown as { swagger(): object }).swagger()
    })

    test('include the schemas that users need', () => {
      expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(EXPECTED_NAMES))
    })

    test('say the same as the schemas of the operations', () => {
      const expected = expandDocument(withoutNames(original) as ApiDocument)
      expect(expandDocument(document).paths).toEqual(expected.paths)
    })

    test('make the document small', () => {
      expect(JSON.stringify(document).length).toBeLessThan(MAX_DOCUMENT_BYTES)
    })

    test('name every object with fields', () => {
      for (const [place, schema] of listSchemas(document)) {
        if (place !== 'component') expect(hasFields(schema), place).toBe(false)
        eachObject(schema, (inner) => {
          if (inner !== schema) expect(hasFields(inner), `${place}: ${JSON.stringify(inner).slice(0, 200)}`).toBe(false)
        })
      }
    })

    test('name the body and the reply of an operation after the operation, unless operations share them', () => {
      const counts = new Map<string, number>()
      eachObject(document, ({ $ref }) => {
        if (typeof $ref === 'string') counts.set($ref, (counts.get($ref) ?? 0) + 1)
      })
      for (const methods of Object.values(document.paths)) {
        for (const { operationId = '', requestBody, responses } of Object.values(methods)) {
          const base = operationId.charAt(0).toUpperCase() + operationId.slice(1)
          for (const [ending, body] of [['Request', requestBody] as const, ['Reply', responses['200']] as const]) {
            const schema = body?.content?.['application/json']?.schema
            const name = schema && findUse(schema)?.name
            if (name === undefined || name === base + ending) continue
            const isShared = (counts.get(`#/components/schemas/${name}`) ?? 0) > 1
            expect(isShared || name === 'LiveAsset', `${operationId}: ${name}`).toBe(true)
          }
        }
      }
    })

    test('have one name each: no two objects of three or more fields are the same', () => {
      const namesByContent = new Map<string, string[]>()
      for (const [name, { description: _, ...schema }] of Object.entries<Schema & { description?: string }>(
        document.components.schemas,
      )) {
        if (Object.keys(schema.properties ?? {}).length < 3) continue
        const content = JSON.stringify(schema)
        namesByContent.set(content, [...(namesByContent.get(content) ?? []), name])
      }
      expect([...namesByContent.values()].filter((names) => names.length > 1)).toEqual([])
    })

    test('are all used, and every reference leads to one of them', () => {
      const used = new Set<string>()
      eachObject(document, (object) => {
        const { $ref } = object
        if (typeof $ref !== 'string') return
        // OpenAPI 3.0.3 ignores the keywords next to a reference.
        expect(Object.keys(object)).toEqual(['$ref'])
        used.add($ref.replace('#/components/schemas/', ''))
      })
      expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort())
    })
  },
  ['embedded'],
)
