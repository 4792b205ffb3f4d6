import type { LiveAssetReply, LiveAssetState, RegisterAssetKind } from '@fairway/client'
import { clockTime, kilometers, minutes } from '../../ui/measures.ts'

interface StateLook {
  readonly word: string
  /** White text on it has a contrast of 4.5 to 1. It stands out on both map backgrounds. */
  readonly color: string
}

export const stateLooks: Readonly<Record<LiveAssetState, StateLook>> = {
  no_fix: { word: 'No position yet', color: '#64707d' },
  idle: { word: 'Idle', color: '#4a5a70' },
  on_route: { word: 'On route', color: '#147a43' },
  drifting: { word: 'Drifting', color: '#9a5b00' },
  off_route: { word: 'Off route', color: '#c8281e' },
  arrived: { word: 'Arrived', color: '#2458d6' },
  stale: { word: 'No signal', color: '#7a4a94' },
}

export const kindWords: Readonly<Record<RegisterAssetKind, string>> = {
  vehicle: 'Vehicle',
  robot: 'Robot',
  drone: 'Drone',
  vessel: 'Vessel',
}

/** The last state before silence, where it matters to the user. */
const beforeSilence: Readonly<Record<string, string>> = { off_route: ', was off route', drifting: ', was drifting' }

export function stateWord({ state, last_state = '' }: LiveAssetReply): string {
  return `${stateLooks[state].word}${state === 'stale' ? (beforeSilence[last_state] ?? '') : ''}`
}

/** Matches the service: remaining times count down for this long after a position, then stop. */
export const silentAfterS: Readonly<Record<RegisterAssetKind, number>> = {
  vehicle: 120,
  robot: 60,
  drone: 15,
  vessel: 900,
}

/**
 * What the last position of a silent asset meant, and when. The arrival time from the service keeps moving with the
 * clock while the asset is silent.
 */
export function lastKnown({ state, last_state, asset, position, eta_min }: LiveAssetReply) {
  if (state !== 'stale' || position === null) return undefined
  const arriveMs = Date.parse(position.time) + 1_000 * silentAfterS[asset.kind] + 60_000 * (eta_min ?? 0)
  // An asset that has not started waits for its departure, so its arrival is unknown.
  const isUnderWay = eta_min !== null && last_state !== 'idle'
  return {
    asOf: `as of ${clockTime(position.time)}`,
    arriveAt: isUnderWay ? clockTime(new Date(arriveMs).toISOString()) : undefined,
  }
}

const ranks: Readonly<Record<LiveAssetState, number>> = {
  off_route: 0,
  // Same rank: an asset that drifts now and then must not jump around in the list.
  drifting: 1,
  on_route: 1,
  idle: 2,
  arrived: 2,
  no_fix: 2,
  stale: 3,
}
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Sorts assets that need attention first: off route, then moving, then at rest, silent last. Ties are sorted by name.
 */
export function inOrder(fleet: Iterable<LiveAssetReply>): readonly LiveAssetReply[] {
  return [...fleet].sort((a, b) => ranks[a.state] - ranks[b.state] || byName.compare(a.asset.name, b.asset.name))
}

/** A one-line status with the most important facts. */
export function summaryOf(live: LiveAssetReply): string {
  const { state, plan, position, eta_min, arrive_at, remaining_km, drift_m, last_state } = live
  if (position === null)
    return plan === null ? 'Waiting for its first position' : 'Has a route, waiting for its first position'
  if (state === 'arrived') return 'At its destination'
  const last = lastKnown(live)
  if (last !== undefined && plan !== null) {
    if (last_state === 'off_route' && drift_m !== null) return `${meters(drift_m)} off its route ${last.asOf}`
    if (remaining_km === null) return `Has a route, last seen ${last.asOf}`
    return `${kilometers(remaining_km)} to go${last.arriveAt === undefined ? '' : `, arriving ${last.arriveAt}`}, ${last.asOf}`
  }
  const ahead =
    remaining_km !== null && eta_min !== null && arrive_at !== null
      ? `${kilometers(remaining_km)} to go · ${minutes(eta_min)} · at ${clockTime(arrive_at)}`
      : undefined
  if (state === 'off_route' && drift_m !== null) return `${meters(drift_m)} off its route`
  if (plan === null) return 'Has no route'
  return ahead ?? 'Has a route'
}

export function meters(m: number): string {
  return kilometers(m / 1_000)
}

export function ageText(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1_000))
  if (seconds < 2) return 'now'
  return seconds < 90 ? `${seconds} s ago` : `${minutes(seconds / 60)} ago`
}
