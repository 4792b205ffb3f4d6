import type { LiveAssetReply, LiveAssetState, RegisterAssetKind } from '@fairway/client'
import { formatClockTime, formatKilometers, formatMinutes } from '../../ui/format.ts'

interface StateStyle {
  readonly label: string
  /**
   * Background color. White text on this color has a contrast of 4.5 to 1, and the color is visible on both map
   * backgrounds.
   */
  readonly color: string
}

export const stateStyles: Readonly<Record<LiveAssetState, StateStyle>> = {
  no_fix: { label: 'No position yet', color: '#64707d' },
  idle: { label: 'Idle', color: '#4a5a70' },
  on_route: { label: 'On route', color: '#147a43' },
  drifting: { label: 'Drifting', color: '#9a5b00' },
  off_route: { label: 'Off route', color: '#c8281e' },
  arrived: { label: 'Arrived', color: '#2458d6' },
  stale: { label: 'No signal', color: '#7a4a94' },
}

export const kindLabels: Readonly<Record<RegisterAssetKind, string>> = {
  vehicle: 'Vehicle',
  robot: 'Robot',
  drone: 'Drone',
  vessel: 'Vessel',
}

/** Suffixes that name the last state before the asset went silent, for states that matter to the user. */
const lastStateSuffixes: Readonly<Record<string, string>> = { off_route: ', was off route', drifting: ', was drifting' }

export function toStateLabel({ state, last_state = '' }: LiveAssetReply): string {
  return `${stateStyles[state].label}${state === 'stale' ? (lastStateSuffixes[last_state] ?? '') : ''}`
}

/**
 * Seconds without a position after which an asset is silent. Remaining times stop counting down at this limit, as in
 * the service.
 */
export const silenceLimitSeconds: Readonly<Record<RegisterAssetKind, number>> = {
  vehicle: 120,
  robot: 60,
  drone: 15,
  vessel: 900,
}

/**
 * Returns the time of the last position of a silent asset and the arrival time based on it. The arrival time from the
 * service keeps increasing while the asset is silent.
 */
export function findLastKnown({ state, last_state, asset, position, eta_min }: LiveAssetReply) {
  if (state !== 'stale' || position === null) return undefined
  const arriveMs = Date.parse(position.time) + 1_000 * silenceLimitSeconds[asset.kind] + 60_000 * (eta_min ?? 0)
  // The arrival of an asset that has not departed is unknown.
  const isMoving = eta_min !== null && last_state !== 'idle'
  return {
    asOf: `as of ${formatClockTime(position.time)}`,
    arriveAt: isMoving ? formatClockTime(new Date(arriveMs).toISOString()) : undefined,
  }
}

const stateRanks: Readonly<Record<LiveAssetState, number>> = {
  off_route: 0,
  // `drifting` and `on_route` have the same rank, so that an asset that drifts briefly does not move within the list.
  drifting: 1,
  on_route: 1,
  idle: 2,
  arrived: 2,
  no_fix: 2,
  stale: 3,
}
const nameCollator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Sorts assets that need attention first: off route, moving, at rest, silent. Assets with the same rank are sorted by
 * name.
 */
export function sortAssets(fleet: Iterable<LiveAssetReply>): readonly LiveAssetReply[] {
  return [...fleet].sort(
    (a, b) => stateRanks[a.state] - stateRanks[b.state] || nameCollator.compare(a.asset.name, b.asset.name),
  )
}

/** Returns a one-line status with the most important facts. */
export function summarizeAsset(live: LiveAssetReply): string {
  const { state, plan, position, eta_min, arrive_at, remaining_km, drift_m, last_state } = live
  if (position === null)
    return plan === null ? 'Waiting for its first position' : 'Has a route, waiting for its first position'
  if (state === 'arrived') return 'At its destination'
  const lastKnown = findLastKnown(live)
  if (lastKnown !== undefined && plan !== null) {
    if (last_state === 'off_route' && drift_m !== null)
      return `${formatMeters(drift_m)} off its route ${lastKnown.asOf}`
    if (remaining_km === null) return `Has a route, ${lastKnown.asOf}`
    return `${formatKilometers(remaining_km)} to go${lastKnown.arriveAt === undefined ? '' : `, arriving ${lastKnown.arriveAt}`}, ${lastKnown.asOf}`
  }
  const remainingText =
    remaining_km !== null && eta_min !== null && arrive_at !== null
      ? `${formatKilometers(remaining_km)} to go · ${formatMinutes(eta_min)} · at ${formatClockTime(arrive_at)}`
      : undefined
  if (state === 'off_route' && drift_m !== null) return `${formatMeters(drift_m)} off its route`
  if (plan === null) return 'Has no route'
  return remainingText ?? 'Has a route'
}

export function formatMeters(m: number): string {
  return formatKilometers(m / 1_000)
}

export function formatAge(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1_000))
  if (seconds < 2) return 'now'
  return seconds < 90 ? `${seconds} s ago` : `${formatMinutes(seconds / 60)} ago`
}
