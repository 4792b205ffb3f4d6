import type { Position, Terrain } from '@fairway/geo'
import { metersBetween, toVector } from '../geometry/ellipsoid.ts'

/** A mountain whose height is known although the surrounding terrain is not. */
export interface Peak {
  readonly name: string
  readonly at: Position
  /** Height above sea level, in meters. */
  readonly meters: number
}

/**
 * Clearance added to the height of a peak to allow for data errors, in meters. The requested height above ground is
 * added to this.
 */
export const PEAK_CLEARANCE_M = 50
/**
 * Radius around a peak in which the ground is assumed to be as high as the peak, because the positions of peaks are not
 * exact.
 */
const SUMMIT_RADIUS_METERS = 1500
/** Assumed slope beyond the summit radius. Most mountains are less steep over several kilometers. */
const PEAK_SLOPE = 0.5
/** Resolution of one sample per 90 m. The assumed ground has no smaller features. */
const CELLS_PER_DEGREE = 1200

/**
 * Ground that is assumed where no terrain data is available. It is as high as the takeoff point, with a cone around
 * each known peak. It keeps flights clear of these peaks but contains no other mountains.
 */
export class PeakTerrain implements Terrain {
  private readonly baseMeters: number
  private readonly peaks: readonly { readonly vector: ReturnType<typeof toVector>; readonly meters: number }[]

  constructor(peaks: readonly Peak[], baseMeters: number) {
    this.baseMeters = baseMeters
    this.peaks = peaks.map(({ at, meters }) => ({ vector: toVector(at), meters: meters + PEAK_CLEARANCE_M }))
  }

  heightAt(position: Position): number {
    const vector = toVector(position)
    return this.peaks.reduce((height, peak) => {
      const metersDown = (metersBetween(vector, peak.vector) - SUMMIT_RADIUS_METERS) * PEAK_SLOPE
      return Math.max(height, peak.meters - Math.max(0, metersDown))
    }, this.baseMeters)
  }

  cellsPerDegreeAt(): number {
    return CELLS_PER_DEGREE
  }
}

/** Returns the distance from a peak at which its cone reaches the height of the takeoff point. */
export function peakRadiusMeters({ meters }: Peak, baseMeters: number): number {
  const riseMeters = meters + PEAK_CLEARANCE_M - baseMeters
  return riseMeters <= 0 ? 0 : SUMMIT_RADIUS_METERS + riseMeters / PEAK_SLOPE
}
