import type { RouteReply } from '@fairway/client'
import { rulerAt, seededRandom } from '@fairway/geo'
import { findTownNearMap } from '../../map/town.ts'
import { type Point, roundPoint } from '../../points.ts'
import { CallError, callApi } from '../../state/calls.ts'
import { cumulativeKilometers, pointAlong } from '../plan/along.ts'
import { findExampleEnds } from '../plan/start/example-places.ts'
import { type Trace, toTrace } from './read-trace.ts'

const NOISE_METERS = 12
const SECONDS_BETWEEN_POINTS = 8

/**
 * Creates a trip through the town on the map, with the position noise of a phone, so that users can try the page
 * without a file.
 */
export async function createSampleTrace(): Promise<Trace> {
  const ends = await findTownNearMap().then(findExampleEnds)
  if (ends === undefined) throw new CallError(404, 'No places found here. Move the map to a town with map data.')
  const body = { from: ends[0].at, to: ends[1].at, alternatives: 0, steps: false }
  const reply = await callApi<RouteReply>({ method: 'POST', path: '/v1/route', body })
  const line = reply.geometry as readonly Point[]
  const cumulativeKm = cumulativeKilometers(line)
  const count = Math.max(2, Math.round((reply.eta_min * 60) / SECONDS_BETWEEN_POINTS))
  const random = seededRandom(7)
  const startMs = Date.parse(reply.depart_at)
  const points = Array.from({ length: count }, (_, index) => {
    const point = pointAlong(line, cumulativeKm, ((cumulativeKm.at(-1) ?? 0) * index) / (count - 1)) ?? ends[0].at
    return {
      at: moveRandomly(point, random),
      time: new Date(startMs + index * SECONDS_BETWEEN_POINTS * 1_000).toISOString(),
    }
  })
  return toTrace('Sample trip', points)
}

function moveRandomly([latitude, longitude]: Point, random: () => number): Point {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  // The sum of several random numbers approximates a normal distribution.
  const noise = () => (random() + random() + random() - 1.5) * NOISE_METERS
  return roundPoint([latitude + noise() / perLatitudeDegree, longitude + noise() / perLongitudeDegree])
}
