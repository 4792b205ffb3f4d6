import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { geometryFormats } from '../api/schemas.ts'
import { cerro, independencia, portones, postRoute, prado, type RouteReply, tresCruces } from './trips.ts'

describeOnStores(
  'every field of a route is described',
  ({ startShared }) => {
    let service: TestService
    let operation: Described
    beforeAll(async () => {
      service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 100_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/route') ?? expect.unreachable()
    })
    const expectDescribed = async (body: object): Promise<RouteReply> => {
      const route: RouteReply = expectServed(await postRoute(service, body)).json()
      expect(operation.findFault('200', 'application/json', route)).toBeUndefined()
      return route
    }
    const trip = { from: independencia, to: portones }

    describe.each(geometryFormats)('geometry %s', (geometry) => {
      test.each([
        ['with steps', {}],
        ['without steps', { steps: false }],
        ['with alternatives', { alternatives: 3 }],
        ['without alternatives', { alternatives: 0 }],
        ['with stops', { via: [prado, tresCruces], alternatives: 3 }],
        ['with units', { units: 'metric', alternatives: 3 }],
        ['that goes nowhere', { to: independencia }],
        ['with a warning', { unheard_of: true }],
      ])('%s', async (_title, change) => {
        await expectDescribed({ ...trip, geometry, ...change })
      })
    })

    test('has a schema that is not too permissive', async () => {
      const route = await expectDescribed(trip)
      const invalidRequests: [object, RegExp][] = [
        [{ ...route, unheard_of: 1 }, /additional properties/],
        [{ ...route, geometry: 7 }, /geometry/],
        [{ ...route, geometry: [[1, 2, 3]] }, /geometry/],
        [{ ...route, geometry: { type: 'Point', coordinates: [1, 2] } }, /geometry/],
        [{ ...route, eta_min: '7' }, /eta_min/],
        [{ ...route, depart_at: 'now' }, /depart_at/],
        [{ ...route, source: 'hearsay' }, /source/],
        [{ ...route, bbox: [1, 2] }, /bbox/],
        [{ ...route, steps: [{ ...route.steps[0], unheard_of: 1 }] }, /additional properties/],
        [{ ...route, legs: [{ ...route.legs[0], from: [1] }] }, /from/],
      ]
      for (const [changed, why] of invalidRequests) {
        expect(operation.findFault('200', 'application/json', changed)).toMatch(why)
      }
      const { snapped: _snapped, ...without } = route
      expect(operation.findFault('200', 'application/json', without)).toMatch(/snapped/)
    })

    test('covers long trips across the map, whose steps have numbers, signs, lanes and roundabouts', async () => {
      const places = [independencia, portones, cerro, prado, tresCruces]
      const fields = new Set<string>()
      for (const from of places) {
        for (const to of places) {
          const { steps } = await expectDescribed({ from, to, alternatives: 3 })
          for (const step of steps) for (const name of Object.keys(step)) fields.add(name)
        }
      }
      expect([...fields]).toEqual(expect.arrayContaining(['ref', 'lanes', 'destinations']))
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)
