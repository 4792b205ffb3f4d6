import { randomInt } from 'node:crypto'
import { continueTrip, type Fix, type Trip } from '@fairway/tracking'
import type { ProbeTrip } from '../../../maps/traffic/probes/fleet-speeds.ts'
import { LIVE_WINDOW_SECONDS } from '../../../maps/traffic/probes/live-speeds.ts'
import type { ProbeRow, ProbeStore } from './probe-store.ts'

/** Maximum age of a fix in milliseconds. Older trips are not current traffic. */
const MAX_FIX_AGE_MS = 1000 * LIVE_WINDOW_SECONDS
/**
 * Time range in milliseconds that is read again. Server clocks differ and rows may become visible out of order.
 */
const REREAD_WINDOW_MS = 30_000
/** Maximum number of rows per round. Vehicles that do not fit come first in the next round. */
const MAX_ROWS = 100_000
/** Minimum interval between positions in milliseconds. Closer positions do not improve a speed estimate. */
const MIN_FIX_INTERVAL_MS = 5000
/**
 * Overlap between two parts of a trip, in milliseconds. Every road at the cut is then completely contained in one of
 * the two parts.
 */
const OVERLAP_MS = 60_000
/** Time in milliseconds without a position after which the link to the vehicle is dropped. */
const MAX_IDLE_MS = MAX_FIX_AGE_MS

interface ProbeVehicle {
  /** Random number of the vehicle, kept only in memory. */
  readonly probe: number
  readonly account: number
  readonly trip: Trip
  readonly recentFixes: readonly Fix[]
  readonly lastMs: number
}

/**
 * Provides the speeds of tracked vehicles for road traffic, without names and without the ends of trips. A load
 * balancer spreads a vehicle's positions over all servers. Every server therefore reads all positions, for the speeds
 * on its own maps.
 */
export class TrafficProbes {
  private readonly store: Pick<ProbeStore, 'read'>
  private vehicles = new Map<number, ProbeVehicle>()
  /**
   * Random owner number by account. A receiver can see that two trips have the same owner, but cannot identify the
   * owner.
   */
  private readonly ownerByAccount = new Map<number, number>()
  private afterAsset = 0
  private readAtMs = 0

  constructor(store: Pick<ProbeStore, 'read'>) {
    this.store = store
  }

  /** Reads the anonymized trips since the last call. */
  async readDrives(nowMs: number): Promise<ProbeTrip[]> {
    const { afterAsset } = this
    const timeMs = nowMs - MAX_FIX_AGE_MS
    const rows = await this.store.read({
      afterAsset,
      timeMs,
      receivedAtMs: Math.max(timeMs, this.readAtMs - REREAD_WINDOW_MS),
      limit: MAX_ROWS,
    })
    const isTruncated = rows.length === MAX_ROWS
    // The last vehicle may have more rows. This vehicle comes first in the next round, unless it alone fills a round.
    const last = rows.at(-1)?.asset ?? 0
    this.afterAsset = isTruncated ? (rows[0]?.asset === last ? last : last - 1) : 0
    // If vehicles were left out, the start time stays the same, so that a later round reads the first vehicles from
    // that time again.
    if (!isTruncated && afterAsset === 0) this.readAtMs = nowMs
    const drives: ProbeTrip[] = []
    for (const [asset, assetRows] of groupByAsset(rows)) drives.push(...this.continueDrive(asset, assetRows))
    this.removeIdle(nowMs)
    return drives
  }

  private continueDrive(asset: number, rows: readonly ProbeRow[]): ProbeTrip[] {
    const previousVehicle = this.vehicles.get(asset)
    let lastMs = previousVehicle?.lastMs ?? 0
    const fixes = rows.map(toFix).filter(({ timeMs }) => {
      const isAccepted = timeMs - lastMs >= MIN_FIX_INTERVAL_MS
      if (isAccepted) lastMs = timeMs
      return isAccepted
    })
    const tripUpdate = continueTrip(previousVehicle?.trip, fixes)
    if (!tripUpdate) return []
    const probe = previousVehicle?.probe ?? randomInt(2 ** 32)
    const account = rows[0]?.account ?? 0
    const owner = this.getAnonymousOwner(account)
    let overlapFixes: readonly Fix[] = []
    const drives = tripUpdate.released.flatMap((releasedFixes, index) => {
      const driveFixes = [...(index === 0 ? (previousVehicle?.recentFixes ?? []) : []), ...releasedFixes]
      const endMs = driveFixes.at(-1)?.timeMs ?? 0
      overlapFixes = driveFixes.filter(({ timeMs }) => endMs - timeMs <= OVERLAP_MS)
      return releasedFixes.length > 0 && driveFixes.length > 1 ? [{ probe, owner, track: toTrack(driveFixes) }] : []
    })
    this.vehicles.set(asset, { probe, account, trip: tripUpdate.trip, recentFixes: overlapFixes, lastMs })
    return drives
  }

  private getAnonymousOwner(account: number): number {
    const owner = this.ownerByAccount.get(account) ?? randomInt(2 ** 32)
    this.ownerByAccount.set(account, owner)
    return owner
  }

  private removeIdle(nowMs: number): void {
    for (const [asset, { lastMs }] of this.vehicles) if (nowMs - lastMs > MAX_IDLE_MS) this.vehicles.delete(asset)
    const activeAccounts = new Set([...this.vehicles.values()].map(({ account }) => account))
    for (const account of this.ownerByAccount.keys())
      if (!activeAccounts.has(account)) this.ownerByAccount.delete(account)
  }
}

function groupByAsset(rows: readonly ProbeRow[]): Map<number, ProbeRow[]> {
  const groups = new Map<number, ProbeRow[]>()
  for (const row of rows) {
    const group = groups.get(row.asset)
    if (group) group.push(row)
    else groups.set(row.asset, [row])
  }
  return groups
}

function toFix({ latitude, longitude, time, heading, accuracy }: ProbeRow): Fix {
  return {
    latitude,
    longitude,
    timeMs: time,
    ...(heading !== null && { headingDeg: heading }),
    ...(accuracy !== null && { accuracyM: accuracy }),
  }
}

/** Converts fixes to a track, with NaN for unknown values. */
function toTrack(fixes: readonly Fix[]): ProbeTrip['track'] {
  return {
    count: fixes.length,
    latitude: Float64Array.from(fixes, ({ latitude }) => latitude),
    longitude: Float64Array.from(fixes, ({ longitude }) => longitude),
    seconds: Float64Array.from(fixes, ({ timeMs }) => timeMs / 1000),
    heading: Float32Array.from(fixes, ({ headingDeg }) => headingDeg ?? Number.NaN),
    accuracy: Float32Array.from(fixes, ({ accuracyM }) => accuracyM ?? Number.NaN),
  }
}
