import type { Position, Terrain } from '@fairway/geo'
import { interpolate, metersBetween, toPosition, toVector } from '../../geometry/ellipsoid.ts'
import type { AltitudeBand, Height } from '../../model.ts'
import type { TimedSegment } from '../../scene/block.ts'
import { type GroundPoint, traceGround } from '../../terrain/ground-line.ts'
import { PeakTerrain } from '../../terrain/peak-terrain.ts'
import type { FlightRequest } from '../request.ts'

/** Maximum deviation of the line from the requested height above known ground. */
export const TERRAIN_TOLERANCE_M = 5
/** Default resolution for terrain that does not report one: one sample per arc second. */
const DEFAULT_CELLS_PER_DEGREE = 3600

/**
 * Ground elevation from terrain data where available. Elsewhere, the ground is as high as the takeoff point, with
 * known peaks if the request has any.
 */
export class GroundElevation {
  private readonly terrain: Terrain | undefined
  private readonly takeOffMeters: number
  /** Whether the elevation of the takeoff point comes from terrain data. Altitudes then refer to sea level. */
  readonly isMeasured: boolean
  /** Whether the ground elevation varies, so that the flight must follow the terrain. */
  readonly hasTerrain: boolean
  /** Maximum deviation from the requested height above ground, up or down. */
  readonly toleranceM: number

  constructor(terrain: Terrain | undefined, { from, takeOffElevationM = 0, peaks = [] }: FlightRequest) {
    const elevation = terrain?.heightAt(from)
    this.isMeasured = elevation !== undefined
    this.takeOffMeters = elevation ?? takeOffElevationM
    const assumedTerrain = peaks.length > 0 ? new PeakTerrain(peaks, this.takeOffMeters) : undefined
    this.terrain = this.isMeasured ? terrain : assumedTerrain
    this.hasTerrain = this.terrain !== undefined
    this.toleranceM = this.hasTerrain ? TERRAIN_TOLERANCE_M : 0
  }

  /** Reference height of the flight altitudes, above sea level. */
  get referenceMeters(): number {
    return this.isMeasured ? 0 : this.takeOffMeters
  }

  /** Returns the elevation above sea level. */
  heightAt(position: Position): number {
    return this.terrain?.heightAt(position) ?? this.takeOffMeters
  }

  /** Returns the ground elevation under a line, with all relevant points between its endpoints. */
  profileBetween(from: Position, to: Position): GroundPoint[] {
    const terrain = this.terrain
    const cellsPerDegreeAt = (position: Position) =>
      terrain?.cellsPerDegreeAt ? terrain.cellsPerDegreeAt(position) : terrain && DEFAULT_CELLS_PER_DEGREE
    return traceGround({ heightAt: (position) => this.heightAt(position), cellsPerDegreeAt }, from, to)
  }
}

/**
 * Returns whether heights from `low` to `high` above ground overlap a band, given the ground elevation above sea level.
 * Touching a limit does not count.
 */
export function isInBand({ lower, upper }: AltitudeBand, low: number, high: number, groundMeters: number): boolean {
  const heightAboveGround = ({ meters, above }: Height) => (above === 'ground' ? meters : meters - groundMeters)
  return (
    (lower === undefined || high > heightAboveGround(lower)) && (upper === undefined || low < heightAboveGround(upper))
  )
}

export function isRelativeToSea({ lower, upper }: AltitudeBand): boolean {
  return lower?.above === 'sea' || upper?.above === 'sea'
}

/** Returns whether a flight along a stretch at this height above ground is in the band at any point. */
export function entersBand(
  band: AltitudeBand,
  height: number,
  groundElevation: GroundElevation,
  { from, to }: TimedSegment,
): boolean {
  const points = groundElevation.profileBetween(toPosition(from), toPosition(to))
  const [low, high] = [height - groundElevation.toleranceM, height + groundElevation.toleranceM]
  return points.some(({ meters }, index) => {
    // A thin band may be between the heights at two points. A flight that is above the band at one point and below it
    // at the other passes through it.
    const previousMeters = points[index - 1]?.meters ?? meters
    const groundRiseMeters = Math.max(meters, previousMeters) - Math.min(meters, previousMeters)
    return isInBand(band, low, high + groundRiseMeters, Math.min(meters, previousMeters))
  })
}

/** Returns positions along a line at most `stepMeters` apart, including both endpoints. */
export function samplePositions(from: Position, to: Position, stepMeters: number): Position[] {
  const [a, b] = [toVector(from), toVector(to)]
  const stepCount = Math.max(1, Math.ceil(metersBetween(a, b) / stepMeters))
  return Array.from({ length: stepCount + 1 }, (_, step) =>
    step === 0 ? from : step === stepCount ? to : toPosition(interpolate(a, b, step / stepCount)),
  )
}
