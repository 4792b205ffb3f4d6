import { rulerAt, seededRandom, wrapMicrodegrees } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMetric, buildRoadMap } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { PieceShape } from '../piece-shape.ts'
import { ReachSearch } from '../reach-search.ts'
import { contains, findInvalid, isWithin } from '../testing/check-polygons.ts'
import { snapOn } from '../testing/route-cost.ts'
import { durationCosts } from '../travel-costs.ts'
import { outlineContours } from './outline-contours.ts'

/** Southwest corners of an ordinary town, a town on the antimeridian, and a town near the pole. */
const corners = [
  { south: 41, west: -8 },
  { south: -16.5, west: 179.99 },
  { south: 78, west: 15 },
]
/** Upper limit for the length of a street segment in a random network, in meters. */
const MAX_SEGMENT_METERS = 400

describe.each([1, 2, 3])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const network = randomNetwork(random, { ...corners[seed % 3], columns: 12, rows: 10 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const search = new ReachSearch(map)
  const limits = [2500, 5000, 7500, 12_000]
  const edge = Math.floor(random() * network.edges.count)
  const endpoints = search.toEndpoints(metric, [[snapOn(edge, random())]], 'from')
  const pieces = search.find({
    metric,
    endpoints,
    direction: 'from',
    costs: durationCosts(network),
    limits,
    withCosts: false,
  })

  describe.each([10, undefined])('smooth_m %s', (smoothMeters) => {
    const { contours, smoothMeters: used } = outlineContours(map, { metric, pieces, limitCount: 4, smoothMeters })

    test('polygons are valid and nested', () => {
      for (const { polygons } of contours) expect(findInvalid(polygons)).toBeUndefined()
      for (let i = 1; i < contours.length; i++)
        expect(isWithin(contours[i - 1].polygons, contours[i].polygons)).toBe(true)
      const areas = contours.map(({ squareMeters }) => squareMeters)
      expect(areas).toEqual([...areas].sort((a, b) => a - b))
    })

    test('contain the reached roads, and no roads far from them', () => {
      let unreached = 0
      for (let index = 0; index < pieces.count; index += 3) {
        const [latitude, longitude] = middleOf(index)
        contours.forEach(({ polygons }, contour) => {
          const isContained = contains(polygons, latitude, longitude)
          const title = `piece ${index} in contour ${contour}`
          if (pieces.band[index] <= contour) expect(isContained, title).toBe(true)
          else if (metersToReached(latitude, longitude, contour) > 2 * used) {
            unreached++
            expect(isContained, title).toBe(false)
          }
        })
      }
      expect(unreached).toBeGreaterThan(0)
    })
  })

  function middleOf(index: number): readonly [number, number] {
    const shape = new PieceShape(network.edges)
    shape.set(pieces.edge[index], (pieces.from[index] + pieces.to[index]) / 2, pieces.to[index])
    return [shape.latitude[0], shape.longitude[0]]
  }

  /**
   * Returns a lower bound on the distance to a reached road. A road may be up to half a segment nearer than its nearest
   * shape point.
   */
  function metersToReached(latitude: number, longitude: number, contour: number): number {
    const ruler = rulerAt(latitude / 1e6)
    const shape = new PieceShape(network.edges)
    let best = Number.POSITIVE_INFINITY
    for (let index = 0; index < pieces.count; index++) {
      if (pieces.band[index] > contour) continue
      shape.set(pieces.edge[index], pieces.from[index], pieces.to[index])
      for (let i = 0; i < shape.count; i++) {
        const x = (wrapMicrodegrees(shape.longitude[i] - longitude) * ruler.perLongitudeDegree) / 1e6
        const y = ((shape.latitude[i] - latitude) * ruler.perLatitudeDegree) / 1e6
        best = Math.min(best, Math.hypot(x, y))
      }
    }
    return best - MAX_SEGMENT_METERS / 2
  }
})

test('an area without roads has no polygons', () => {
  const network = randomNetwork(seededRandom(1), { columns: 3, rows: 3 })
  const map = buildRoadMap(network)
  const search = new ReachSearch(map)
  const metric = buildMetric(map)
  const endpoints = { count: 0, arc: [], weight: [], along: [] }
  const pieces = search.find({
    metric,
    endpoints,
    direction: 'from',
    costs: durationCosts(network),
    limits: [100],
    withCosts: false,
  })
  const { contours } = outlineContours(map, { metric, pieces, limitCount: 1, smoothMeters: undefined })
  expect(contours).toEqual([{ polygons: [], squareMeters: 0 }])
})
