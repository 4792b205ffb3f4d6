import type { LiveAssetReply, LiveAssetState, RegisterAssetKind } from '@fairway/client'
import { clockTime, kilometers, minutes } from '../../ui/measures.ts'

interface StateLook {
  readonly word: string
  /** White text on it keeps a contrast of 4.5 to 1; it stands out on both grounds of the map. */
  readonly color: string
}

export const stateLooks: Readonly<Record<LiveAssetState, StateLook>> = {
  no_fix: { word: 'Not seen yet', color: '#64707d' },
  idle: { word: 'Idle', color: '#4a5a70' },
  on_route: { word: 'On route', color: '#147a43' },
  drifting: { word: 'Drifting', color: '#9a5b00' },
  off_route: { word: 'Off route', color: '#c8281e' },
  arrived: { word: 'Arrived', color: '#2458d6' },
  stale: { word: 'Silent', color: '#7a4a94' },
}

export const kindWords: Readonly<Record<RegisterAssetKind, string>> = {
  vehicle: 'Vehicle',
  robot: 'Robot',
  drone: 'Drone',
  vessel: 'Vessel',
}

/** One line on how it goes: what somebody asks first. */
export function summaryOf(live: LiveAssetReply): string {
  const { state, plan, position, eta_min, arrive_at, remaining_km, drift_m } = live
  if (position === null)
    return plan === null ? 'Waits for its first position' : 'Has a plan, waits for its first position'
  if (state === 'arrived') return 'At its destination'
  const ahead =
    remaining_km !== null && eta_min !== null && arrive_at !== null
      ? `${kilometers(remaining_km)} to go · ${minutes(eta_min)} · at ${clockTime(arrive_at)}`
      : undefined
  if (state === 'off_route' && drift_m !== null) return `${Math.round(drift_m)} m off its plan`
  if (plan === null) return 'Has no plan'
  return ahead ?? 'Has a plan'
}

export function ageText(time: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(time)) / 1_000))
  if (seconds < 2) return 'now'
  return seconds < 90 ? `${seconds} s ago` : `${minutes(seconds / 60)} ago`
}
