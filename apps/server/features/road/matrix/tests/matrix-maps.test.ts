import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, publishEmbedded } from '../../../../../../tests/support/maps/maps.ts'
import { publishMap, type SmallMap, square } from '../../../../../../tests/support/maps/small-map.ts'
import { askMatrix, expectRoutes, type Matrix, type Point } from '../../../../../../tests/support/operations/matrix.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { createTempDir, type TempDir } from '../../../../../../tests/support/servers/temp-dir.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { independencia, portones } from '../../route/tests/trips.ts'

const road = { highway: 'residential' }

/**
 * Map of a town with a one-way street from A to C, and an island across the water:
 *
 *     A---B      E---F
 *     |   |      |   |
 *     D---C      H---G
 */
const town: SmallMap = {
  places: {
    ...square([50, 8]).places,
    E: [50, 8.03],
    F: [50, 8.035],
    G: [49.996, 8.035],
    H: [49.996, 8.03],
  },
  ways: { ...square([50, 8]).ways, EF: road, FG: road, GH: road, HE: road, AC: { ...road, oneway: 'yes' } },
}

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
})
afterAll(() => folder.dispose())

describeOnStores(
  'a matrix and its maps',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      await publishMap(folder.path, 'town', town)
      await publishEmbedded(folder.path)
      service = await startShared({ maps: await openMaps(folder.path), config: { anonymousBurst: 100_000 } })
    })
    const at = (letter: string): Point => town.places[letter] ?? [0, 0]

    test('has null between an island and the rest, and numbers within each', async () => {
      const points = ['A', 'C', 'E', 'G'].map(at)
      const { distances_km }: Matrix = expectServed(await askMatrix(service, { points })).json()
      const isReachable = distances_km.map((row) => row.map((cell) => cell !== null))
      expect(isReachable).toEqual([
        [true, true, false, false],
        [true, true, false, false],
        [false, false, true, true],
        [false, false, true, true],
      ])
    })

    test('has cells equal to routes on islands', async () => {
      const points: Point[] = [...Object.values(town.places), [49.9981, 8.0021], [49.9969, 8.0318], [50.0002, 8.0333]]
      expect(await expectRoutes(service, points, points, {}, 'town and island')).toBeGreaterThan(40)
    })

    test('uses the map that contains all points', async () => {
      const { data }: Matrix = expectServed(await askMatrix(service, { points: [at('A'), at('C')] })).json()
      expect(data.region).toBe('town')
    })

    test('422: points on different maps', async () => {
      const detail =
        'The points are on different maps of this service (montevideo, town), and no map contains them all; ask the operator to compile a map that does'
      expectProblem(await askMatrix(service, { points: [at('A'), independencia] }), 422, detail)
      expectProblem(await askMatrix(service, { origins: [at('A')], destinations: [portones] }), 422, detail)
    })

    test('502: path attributes that are unavailable', async () => {
      const rejectUnavailable = () => Promise.reject(new Error('the customization worker is unavailable'))
      const maps = { ...(await openMaps(folder.path)), computePathAttributes: rejectUnavailable }
      const broken = await startShared({ maps })
      expectProblem(await askMatrix(broken, { points: [at('A'), at('C')] }), 502, /could not be prepared/)
    })
  },
  ['embedded'],
)
