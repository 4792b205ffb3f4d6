import { metersBetween, type Peak, peakRadiusMeters, samplePositions, toVector } from '@fairway/air'
import { findTownHeight, listKnownPeaks } from '@fairway/dataset'
import type { FlightJob } from './flight-job.ts'

type Line = readonly (readonly [number, number])[]

/** Mountains that are assumed when a flight is planned without terrain data. */
export interface PeakAssumption {
  /** Peaks that the flight would otherwise pass too closely, highest first. */
  readonly crossedPeaks: readonly Peak[]
  /** All peaks that a detour could reach. */
  readonly peaks: readonly Peak[]
  readonly takeOffElevationM: number
  /** Town whose height is assumed for the takeoff point. Undefined if the request specifies the elevation. */
  readonly town?: string
}

const MAX_RANGE_METERS = 2_000_000
const SAMPLE_METERS = 500

/**
 * Returns the peaks to assume if the line passes a peak too closely. Otherwise, the planner would treat the ground as
 * flat, because there is no terrain data.
 */
export function assumePeaks(job: FlightJob, line: Line): PeakAssumption | undefined {
  // Peaks are assumed to be wider for a lower takeoff point, so a takeoff at sea level yields all possible peaks.
  const possiblePeaks = listPeaksNear(line, Math.min(0, job.takeOffElevationM ?? 0))
  if (possiblePeaks.length === 0) return undefined
  const town = job.takeOffElevationM === undefined ? findTownHeight(job.from) : undefined
  const takeOffElevationM = job.takeOffElevationM ?? town?.meters ?? 0
  const crossedPeaks = listPeaksNear(line, takeOffElevationM)
  if (crossedPeaks.length === 0) return undefined
  const start = toVector(job.from)
  const rangeMeters = Math.min(MAX_RANGE_METERS, (job.aircraft?.rangeKm ?? 30) * 1000)
  const peaks = listKnownPeaks().filter(
    (peak) => metersBetween(start, toVector(peak.at)) < rangeMeters + peakRadiusMeters(peak, takeOffElevationM),
  )
  return { crossedPeaks, peaks, takeOffElevationM, ...(town && { town: town.name }) }
}

function listPeaksNear(line: Line, baseMeters: number): Peak[] {
  const vectors = line
    .slice(1)
    .flatMap((to, index) => samplePositions(line[index] ?? to, to, SAMPLE_METERS).map(toVector))
  return listKnownPeaks()
    .filter((peak) => {
      const radiusMeters = peakRadiusMeters(peak, baseMeters)
      const center = toVector(peak.at)
      return radiusMeters > 0 && vectors.some((vector) => metersBetween(vector, center) < radiusMeters)
    })
    .sort((a, b) => b.meters - a.meters)
}
