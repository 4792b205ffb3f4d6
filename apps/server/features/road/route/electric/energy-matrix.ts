import { attributesOfLeg, DRAG_UNIT, energyAlongLeg, INFINITE_WEIGHT, toEnergyKwh } from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { type SnappedStops, snapMatrixPoints } from '../../matrix/cells/place-points.ts'
import { computeJointCells } from '../../matrix/cells/together.ts'
import type { Coordinate } from '../coverage.ts'
import type { TripTime } from '../trip.ts'
import type { ElectricQuery } from './request.ts'

/** Durations and energies between all nodes of a trip, in row-major order. Cells without a path are Infinity. */
export interface EnergyMatrix {
  readonly durationSeconds: Float64Array
  readonly energyKwh: Float64Array
  readonly distanceMeters: Float64Array
}

/** Maximum number of cells that are computed one by one. Further cells count as unreachable. */
const MAX_SINGLE_CELLS = 500
const SINGLE_CELLS_PER_TURN = 50

interface MatrixOptions {
  readonly time: TripTime
  readonly radiusMeters: number
  /** Waits for a turn. Called before every piece of long-running work. */
  readonly takeTurn: () => Promise<void> | undefined
}

/**
 * Computes the paths between all nodes jointly on the hierarchy. Without traffic, durations and energies equal those of
 * the routes. With traffic, durations are for a departure now, and energies are for the higher free-flow speeds.
 */
export async function computeEnergyMatrix(
  region: Region,
  snapshot: MetricSnapshot,
  nodes: readonly Coordinate[],
  electricQuery: ElectricQuery,
  options: MatrixOptions,
): Promise<EnergyMatrix> {
  const { traffic } = snapshot
  const { time, radiusMeters, takeTurn } = options
  await takeTurn()
  const points = { field: '', latitude: nodes.map((n) => n.latitude), longitude: nodes.map((n) => n.longitude) }
  const snappedStops = snapMatrixPoints(region, snapshot.metric, {
    origins: points,
    destinations: points,
    radiusMeters,
  })
  const [usualMatrix, energy] = await Promise.all([
    traffic
      ? region.getLivePathAttributes(snapshot, traffic, time.atMs, time.nowMs)
      : { attributes: await region.getPathAttributes(snapshot, 'usual', time.nowMs) },
    region.getPathAttributes(snapshot, 'energy', time.nowMs),
  ])
  await takeTurn()
  const timeCells = computeJointCells(region, snapshot, usualMatrix, snappedStops)
  // The result is copied, because the next computation overwrites the cells.
  const durationSeconds = Float64Array.from(timeCells.attributes?.durationCs ?? [], (durationCs, cell) => {
    const weight = timeCells.weight[cell] ?? INFINITE_WEIGHT
    // A trip in traffic that is too long to be measured has no duration. The weight of the trip is a close estimate.
    return weight >= INFINITE_WEIGHT ? Number.POSITIVE_INFINITY : (Number.isNaN(durationCs) ? weight : durationCs) / 100
  })
  await takeTurn()
  const { attributes } = computeJointCells(region, snapshot, { attributes: energy }, snappedStops)
  const distanceMeters = Float64Array.from(attributes?.lengthCm ?? [], (lengthCm) => lengthCm / 100)
  const squaredSpeeds = Float64Array.from(attributes?.durationCs ?? [], (drag) => drag * DRAG_UNIT)
  const climbs = await computeClimbs(region, snapshot, electricQuery, snappedStops, options)
  const energyKwh = durationSeconds.map((seconds, cell) => {
    const squaredSpeedMeters = squaredSpeeds[cell] ?? 0
    const kwh = toEnergyKwh(
      electricQuery.consumption,
      distanceMeters[cell] ?? 0,
      squaredSpeedMeters,
      seconds,
      climbs && { ascentMeters: climbs.ascent[cell] ?? 0, descentMeters: climbs.descent[cell] ?? 0 },
    )
    // A net energy gain is ignored, because a full battery could not store it.
    return Number.isFinite(kwh) ? Math.max(0, kwh) : Number.POSITIVE_INFINITY
  })
  const matrix = { durationSeconds, energyKwh, distanceMeters }
  await fillSingleCells(region, snapshot, nodes, electricQuery, snappedStops, options, matrix)
  return matrix
}

/**
 * Computes ascents and descents in meters. Returns undefined if the map has no heights or the mass of the vehicle is
 * unknown.
 */
async function computeClimbs(
  region: Region,
  snapshot: MetricSnapshot,
  { consumption }: ElectricQuery,
  snappedStops: SnappedStops,
  { time, takeTurn }: MatrixOptions,
): Promise<{ readonly ascent: Float64Array; readonly descent: Float64Array } | undefined> {
  if (!region.map.network.terrain || consumption.weightNewton === 0) return undefined
  const compute = async (kind: 'ascent' | 'descent'): Promise<Float64Array> => {
    const attributes = await region.getPathAttributes(snapshot, kind, time.nowMs)
    await takeTurn()
    const cells = computeJointCells(region, snapshot, { attributes }, snappedStops)
    return Float64Array.from(cells.attributes?.durationCs ?? [], (decimeters) => decimeters / 10)
  }
  return { ascent: await compute('ascent'), descent: await compute('descent') }
}

/** Fills the cells on islands of the map, where the snapped positions depend on both points. */
async function fillSingleCells(
  region: Region,
  { metric }: MetricSnapshot,
  nodes: readonly Coordinate[],
  electricQuery: ElectricQuery,
  { placement: { singleCells } }: SnappedStops,
  { radiusMeters, takeTurn }: MatrixOptions,
  matrix: EnergyMatrix,
): Promise<void> {
  for (const [index, cell] of singleCells.entries()) {
    if (index < MAX_SINGLE_CELLS && index % SINGLE_CELLS_PER_TURN === 0) await takeTurn()
    const [from, to] = [nodes[Math.floor(cell / nodes.length)], nodes[cell % nodes.length]]
    const stops = [from, to].map((node) => ({
      latitude: node?.latitude ?? 0,
      longitude: node?.longitude ?? 0,
      heading: -1,
    }))
    const plan =
      index < MAX_SINGLE_CELLS ? region.planner.plan({ metric, stops, radiusMeters, alternatives: 0 }) : undefined
    const leg = plan?.kind === 'plan' ? plan.legs[0] : undefined
    const measure = leg && attributesOfLeg(region.map.network, leg)
    matrix.durationSeconds[cell] = measure ? measure.totals.durationCs / 100 : Number.POSITIVE_INFINITY
    matrix.distanceMeters[cell] = measure ? measure.totals.distanceCm / 100 : Number.POSITIVE_INFINITY
    matrix.energyKwh[cell] =
      leg && measure
        ? Math.max(0, energyAlongLeg(region.map.network, electricQuery.consumption, leg, measure).at(-1) ?? 0)
        : Number.POSITIVE_INFINITY
  }
}
