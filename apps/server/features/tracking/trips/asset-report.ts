import {
  findHarshEvents,
  findSpeeding,
  type HarshEvent,
  type SpeedingEvent,
  segmentTrack,
  type TrackStop,
  type TrackTrip,
} from '@fairway/tracking'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackStore } from '../tracks/track-store.ts'
import type { PeriodFailure } from './failures.ts'
import { type MatchTrack, matchTrip } from './match-trip.ts'
import { parsePeriod, type ReportPeriod } from './period.ts'
import { MAX_REPORT_POSITIONS, readFixes } from './read-fixes.ts'

/** Trip with its harsh events and speeding events. */
export interface ReportedTrip extends TrackTrip {
  readonly source: 'roads' | 'track'
  /** Harsh events. Undefined if the asset reports its speed too rarely. */
  readonly harsh: readonly HarshEvent[] | undefined
  /** Speeding events. Undefined if the roads are unknown. */
  readonly speeding: readonly SpeedingEvent[] | undefined
}

/** Trips and stops of an asset in a period. */
export interface AssetReport {
  readonly asset: Asset
  readonly period: ReportPeriod
  readonly positions: number
  readonly trips: readonly ReportedTrip[]
  readonly stops: readonly TrackStop[]
}

export interface ReportQuery {
  readonly from?: string
  readonly days?: number
  readonly time_zone?: string
  readonly min_stop_min?: number
  readonly roads?: boolean
  readonly over_kmh?: number
}

export interface ReportSource {
  readonly tracks: Pick<TrackStore, 'read'>
  readonly match: MatchTrack
}

export async function reportAsset(
  { tracks, match }: ReportSource,
  caller: Caller,
  asset: Asset,
  query: ReportQuery,
  nowMs: number,
): Promise<Result<AssetReport, PeriodFailure>> {
  const { days = 1, min_stop_min = 3, roads = false, over_kmh = 5 } = query
  const period = parsePeriod(query, asset, nowMs)
  if (!period.ok) return period
  const fixes = await readFixes(tracks, asset.number, period.value)
  if (!fixes) return fail({ kind: 'report-too-long', positions: MAX_REPORT_POSITIONS, days })
  const { trips, stops } = segmentTrack(fixes, asset.kind, { minStopS: 60 * min_stop_min })
  const reportedTrips: ReportedTrip[] = []
  for (const trip of trips) {
    const road = roads ? await matchTrip(match, caller, asset, trip) : undefined
    reportedTrips.push({
      ...trip,
      ...(road && { alongM: road.alongM, distanceM: road.distanceM }),
      source: road ? 'roads' : 'track',
      harsh: findHarshEvents(trip.fixes),
      speeding: road && findSpeeding(road.limited, over_kmh),
    })
  }
  return ok({ asset, period: period.value, positions: fixes.length, trips: reportedTrips, stops })
}
