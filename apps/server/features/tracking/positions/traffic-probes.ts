import { randomInt } from 'node:crypto'
import { continueTrip, type Fix, type Trip } from '@fairway/tracking'
import type { ProbeDrive } from '../../../maps/traffic/probes/fleet-speeds.ts'
import { LIVE_WINDOW_SECONDS } from '../../../maps/traffic/probes/live-speeds.ts'
import type { ProbeRow, ProbeStore } from './probe-store.ts'

/** Older drives are not current traffic. */
const OLDEST_MS = 1000 * LIVE_WINDOW_SECONDS
/** Server clocks differ, and rows may become visible out of order, so this much is read again. */
const AGAIN_MS = 30_000
/** Maximum rows per round. Vehicles that do not fit come first in the next round. */
const MAX_ROWS = 100_000
/** Positions closer in time than this add nothing to a speed. */
const MIN_APART_MS = 5000
/**
 * A part starts with the end of the previous part, so that roads across the cut are driven completely in one of them.
 */
const OVERLAP_MS = 60_000
/** After this long without a position, the link to the vehicle is dropped. */
const FORGET_MS = OLDEST_MS

interface Vehicle {
  /** Random, and kept only in this memory. */
  readonly probe: number
  readonly account: number
  readonly trip: Trip
  readonly tail: readonly Fix[]
  readonly lastMs: number
}

/**
 * Speeds of tracked vehicles for road traffic, without names and without the ends of trips. Every server reads the
 * positions of all servers: a load balancer spreads a vehicle's positions, so no server has received a complete drive,
 * and each needs the speeds for its own maps.
 */
export class TrafficProbes {
  private readonly store: Pick<ProbeStore, 'read'>
  private vehicles = new Map<number, Vehicle>()
  /** Random too: a receiver can see that two drives have the same owner, but not which one. */
  private readonly owners = new Map<number, number>()
  private afterAsset = 0
  private readAtMs = 0

  constructor(store: Pick<ProbeStore, 'read'>) {
    this.store = store
  }

  /** The anonymized drives since the last call. */
  async take(nowMs: number): Promise<ProbeDrive[]> {
    const { afterAsset } = this
    const timeMs = nowMs - OLDEST_MS
    const rows = await this.store.read({
      afterAsset,
      timeMs,
      receivedAtMs: Math.max(timeMs, this.readAtMs - AGAIN_MS),
      limit: MAX_ROWS,
    })
    const isCut = rows.length === MAX_ROWS
    // The last vehicle may have more rows. It comes first in the next round, unless it fills a round alone.
    const last = rows.at(-1)?.asset ?? 0
    this.afterAsset = isCut ? (rows[0]?.asset === last ? last : last - 1) : 0
    // While some vehicles are left out, the next round reads the first ones from the same time again.
    if (!isCut && afterAsset === 0) this.readAtMs = nowMs
    const drives: ProbeDrive[] = []
    for (const [asset, own] of byAsset(rows)) drives.push(...this.follow(asset, own))
    this.forget(nowMs)
    return drives
  }

  private follow(asset: number, rows: readonly ProbeRow[]): ProbeDrive[] {
    const before = this.vehicles.get(asset)
    let lastMs = before?.lastMs ?? 0
    const fixes = rows.map(toFix).filter(({ timeMs }) => {
      const isTaken = timeMs - lastMs >= MIN_APART_MS
      if (isTaken) lastMs = timeMs
      return isTaken
    })
    const step = continueTrip(before?.trip, fixes)
    if (!step) return []
    const probe = before?.probe ?? randomInt(2 ** 32)
    const account = rows[0]?.account ?? 0
    const owner = this.ownerOf(account)
    let tail: readonly Fix[] = []
    const drives = step.released.flatMap((released, index) => {
      const part = [...(index === 0 ? (before?.tail ?? []) : []), ...released]
      const endMs = part.at(-1)?.timeMs ?? 0
      tail = part.filter(({ timeMs }) => endMs - timeMs <= OVERLAP_MS)
      return released.length > 0 && part.length > 1 ? [{ probe, owner, track: toTrack(part) }] : []
    })
    this.vehicles.set(asset, { probe, account, trip: step.trip, tail, lastMs })
    return drives
  }

  private ownerOf(account: number): number {
    const owner = this.owners.get(account) ?? randomInt(2 ** 32)
    this.owners.set(account, owner)
    return owner
  }

  private forget(nowMs: number): void {
    for (const [asset, { lastMs }] of this.vehicles) if (nowMs - lastMs > FORGET_MS) this.vehicles.delete(asset)
    const known = new Set([...this.vehicles.values()].map(({ account }) => account))
    for (const account of this.owners.keys()) if (!known.has(account)) this.owners.delete(account)
  }
}

function byAsset(rows: readonly ProbeRow[]): Map<number, ProbeRow[]> {
  const groups = new Map<number, ProbeRow[]>()
  for (const row of rows) {
    const known = groups.get(row.asset)
    if (known) known.push(row)
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

/** Unknown values are NaN. */
function toTrack(fixes: readonly Fix[]): ProbeDrive['track'] {
  return {
    count: fixes.length,
    latitude: Float64Array.from(fixes, ({ latitude }) => latitude),
    longitude: Float64Array.from(fixes, ({ longitude }) => longitude),
    seconds: Float64Array.from(fixes, ({ timeMs }) => timeMs / 1000),
    heading: Float32Array.from(fixes, ({ headingDeg }) => headingDeg ?? Number.NaN),
    accuracy: Float32Array.from(fixes, ({ accuracyM }) => accuracyM ?? Number.NaN),
  }
}
