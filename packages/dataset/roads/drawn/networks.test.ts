import { seededRandom } from '@fairway/geo'
import { networkNames, totalsOf, turnGraphOf } from '@fairway/road'
import { buildMetric, checkExactness } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { expectRoute } from '../../testing/expect-route.ts'
import type { Tags } from '../../testing/osm-writer.ts'

const town = `
    A---B---C
    |   |   |
    D---E---F
`

function drawTown(network: 'car' | 'bicycle' | 'foot', middle: Tags) {
  return drawMap({ network }, town, {
    AB: { highway: 'residential' },
    BC: { highway: 'residential' },
    AD: { highway: 'residential' },
    CF: { highway: 'residential' },
    DE: { highway: 'residential' },
    EF: { highway: 'residential' },
    BE: middle,
  })
}

describe('each network has its own roads', () => {
  test('a footway is a shortcut for pedestrians but not for cars', async () => {
    const footway = { highway: 'footway' }
    expectRoute(await drawTown('foot', footway), 'B', 'E').follows('BE')
    expectRoute(await drawTown('car', footway), 'B', 'E').follows('BADE')
  })

  test('a one-way street can be walked in the opposite direction', async () => {
    const oneway = { highway: 'residential', oneway: 'yes', foot: 'yes' }
    expectRoute(await drawTown('foot', oneway), 'E', 'B').follows('EB')
    expectRoute(await drawTown('car', oneway), 'E', 'B').follows('EDAB')
  })
})

describe('bicycles', () => {
  test('ride around a footway that saves little, and walk one that saves much', async () => {
    const footway = { highway: 'footway' }
    expectRoute(await drawTown('bicycle', footway), 'B', 'E').follows('BADE')
    const map = await drawTown('bicycle', footway)
    expectRoute(map.closeRoad('AD').closeRoad('CF'), 'B', 'E').follows('BE')
  })

  test.each([
    ['the street', 20, 80],
    ['the cycle path', 40, 520],
  ])('begin on %s next to a cycle path without links to it, %i m apart', async (_, cellMeters, expectedMeters) => {
    const map = await drawMap(
      { network: 'bicycle', cellMeters },
      `
      A---B---C
      D---E---F
      `,
      {
        AB: { highway: 'residential' },
        BC: { highway: 'residential' },
        DEF: { highway: 'cycleway' },
        CF: { highway: 'residential' },
      },
    )
    const [latitude, longitude] = map.pointOf('E')
    const stops = [[latitude - 1e-5, longitude] as const, map.pointOf('A')].map(([lat, lon]) => ({
      latitude: lat,
      longitude: lon,
      heading: -1,
    }))
    const plan = map.planner.plan({ metric: map.metricFor({}), stops, radiusMeters: 100, alternatives: 0 })
    const leg = plan.kind === 'plan' ? plan.legs[0] : undefined
    expect(leg && Math.round(totalsOf(map.roads.network, leg).distanceCm / 1000) * 10).toBe(expectedMeters)
  })

  test('say where to push', async () => {
    const map = await drawMap({ network: 'bicycle' }, 'A---B---C---D', {
      AB: { highway: 'residential' },
      BC: { highway: 'pedestrian' },
      CD: { highway: 'residential' },
    })
    expectRoute(map, 'A', 'D').travels(['cycling', 'pushing bike', 'cycling', 'cycling'])
    expectRoute(map, 'D', 'A').travels(['cycling', 'pushing bike', 'cycling', 'cycling'])
  })

  test('push only against the flow of a one-way street', async () => {
    const map = await drawMap({ network: 'bicycle' }, 'A---B---C---D', {
      AB: { highway: 'residential' },
      BC: { highway: 'residential', oneway: 'yes' },
      CD: { highway: 'residential' },
    })
    expectRoute(map, 'A', 'D').travels(['cycling', 'cycling'])
    expectRoute(map, 'D', 'A').travels(['cycling', 'pushing bike', 'cycling', 'cycling'])
  })
})

test.each(networkNames)('%s: distances and paths equal Dijkstra', async (network) => {
  const { roads } = await drawTown(network, { highway: 'footway' })
  const options = { sources: 10, targets: 10, rounds: 5, random: seededRandom(41), reportProgress() {} }
  const result = checkExactness(turnGraphOf(roads.network), roads.topology, buildMetric(roads).weights.turn, options)
  expect(result).toMatchObject({ wrongDistances: 0, wrongPaths: 0, wrongRounds: 0, wrongAfterUpdates: 0 })
})
