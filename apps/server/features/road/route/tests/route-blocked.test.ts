import { afterAll, beforeAll, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap, square } from '../../../../../../tests/support/maps/small-map.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { postRoute, toRing } from './trips.ts'

describeOnStores(
  'what blocks a route',
  ({ startShared }) => {
    let folder: TempDir
    let service: TestService
    beforeAll(async () => {
      folder = await createTempDir()
      // Each segment of the road from A through B to C has a feature that some vehicles must or should avoid.
      const places = {
        A: [10, 20],
        B: [10, 20.01],
        C: [10, 20.02],
        D: [10, 20.03],
        E: [10, 20.04],
        F: [10, 20.05],
      } as const
      const highway = 'primary'
      await publishMap(folder.path, 'limits', {
        places,
        ways: {
          AB: { highway, toll: 'yes', maxheight: '3.5', 'hazmat:adr_tunnel_cat': 'D' },
          BC: { highway, surface: 'gravel', maxweight: '7.5' },
          CD: { highway: 'motorway', oneway: 'no', maxwidth: '2.2', maxlength: '12' },
          DE: { highway, tunnel: 'yes', hazmat: 'no', maxaxleload: '6' },
          EF: { highway, hgv: 'no', trailer: 'no' },
        },
      })
      await publishMap(folder.path, 'elsewhere', square([50, 8]))
      service = await startShared({ maps: await openMaps(folder.path), config: { snapRadiusMeters: 50 } })
    })
    afterAll(() => folder.dispose())

    const blocked = async (body: object, blocks: string, [a, b]: readonly [number, number] = [20.001, 20.049]) =>
      expectProblem(
        await postRoute(service, { from: [10, a], to: [10, b], ...body }),
        422,
        `There is no route between the start (from) and the destination (to) under the given constraints (blocked by: ${blocks}); relax ${blocks.includes(', ') ? 'these constraints' : 'this constraint'}, or choose other points`,
      )

    test('does not block a car', async () => {
      expectServed(await postRoute(service, { from: [10, 20.001], to: [10, 20.049] }))
    })

    test.each<[object, string]>([
      [{ avoid: ['tolls'] }, 'avoid tolls'],
      [{ avoid: ['motorways'] }, 'avoid motorways'],
      [{ avoid: ['unpaved'] }, 'avoid unpaved'],
      [{ avoid: ['tunnels'] }, 'avoid tunnels'],
      [{ avoid: ['ferries', 'tunnels', 'tolls'] }, 'avoid tolls, avoid tunnels'],
      [{ vehicle: { height_m: 4 } }, 'vehicle.height_m 4 where 3.5 is allowed'],
      [
        { vehicle: { weight_t: 40 } },
        'vehicle.weight_t (goods vehicles are not allowed), vehicle.weight_t 40 where 7.5 is allowed',
      ],
      [{ vehicle: { weight_t: 5 } }, 'vehicle.weight_t (goods vehicles are not allowed)'],
      [{ vehicle: { width_m: 2.55 } }, 'vehicle.width_m 2.55 where 2.2 is allowed'],
      [{ vehicle: { length_m: 18.75 } }, 'vehicle.length_m 18.75 where 12 is allowed'],
      [{ vehicle: { axle_load_t: 11.5 } }, 'vehicle.axle_load_t 11.5 where 6 is allowed'],
      [{ vehicle: { hazmat: true } }, 'vehicle.hazmat'],
      [{ vehicle: { tunnel_code: 'D' } }, 'vehicle.hazmat, vehicle.tunnel_code'],
      [{ vehicle: { tunnel_code: 'E' } }, 'vehicle.hazmat'],
      [{ vehicle: { trailer: true } }, 'vehicle.trailer'],
      [
        { avoid: ['tolls'], vehicle: { height_m: 3.6, weight_t: 3 } },
        'avoid tolls, vehicle.height_m 3.6 where 3.5 is allowed',
      ],
      [{ avoid_areas: [toRing(9.999, 20.024, 10.001, 20.026)] }, 'avoid_areas'],
      [{ avoid: ['tunnels'], avoid_areas: [toRing(9.999, 20.024, 10.001, 20.026)] }, 'avoid tunnels, avoid_areas'],
    ])('%j', async (body, blocks) => {
      await blocked(body, blocks)
    })

    test('applies limits to the centimeter and kilogram', async () => {
      const smallVehicle = { height_m: 3.5, width_m: 2.2, length_m: 12, weight_t: 3.5, axle_load_t: 6 }
      expectServed(await postRoute(service, { from: [10, 20.001], to: [10, 20.049], vehicle: smallVehicle }))
      await blocked({ vehicle: { ...smallVehicle, height_m: 3.51 } }, 'vehicle.height_m 3.51 where 3.5 is allowed')
      await blocked(
        { vehicle: { ...smallVehicle, weight_t: 3.501 } },
        'vehicle.weight_t (goods vehicles are not allowed)',
      )
    })

    test('ignores avoided features off the route', async () => {
      expectServed(await postRoute(service, { from: [10, 20.041], to: [10, 20.049], avoid: ['tolls', 'motorways'] }))
    })

    test('422: points on different maps', async () => {
      expectProblem(
        await postRoute(service, { from: [10, 20.001], to: [50, 8.001] }),
        422,
        'The points are on different maps of this service (elsewhere, limits), and no map contains them all; ask the operator to compile a map that does',
      )
    })

    test('422: names all maps in order when outside', async () => {
      const reply = await postRoute(service, { from: [10, 20.001], to: [60, 8.001] })
      expectProblem(
        reply,
        422,
        /^The destination \(to\) is outside the loaded maps of this service \(elsewhere, limits\); ask the operator/,
      )
    })
  },
  ['embedded'],
)
