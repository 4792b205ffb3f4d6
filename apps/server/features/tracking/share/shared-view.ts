import { toLiveReply } from '../api/replies.ts'
import type { Asset } from '../assets/asset.ts'

const roundDegrees = (value: number) => Math.round(value * 1e4) / 1e4

/** Returns the data that a receiver may see. Returns undefined if the stop is no longer part of the tour. */
export function toSharedView(asset: Asset, stopNumber: number, nowMs: number) {
  const { stops = [], position, age_s } = toLiveReply(asset, nowMs)
  const stop = stops.find((candidate) => candidate.stop === stopNumber)
  if (!stop) return undefined
  const next = stops.find(({ status }) => status === 'arrived' || status === 'pending')
  const status = toSharedStatus(stop.status, stop === next)
  const isVisible = status === 'next' || status === 'arrived'
  const [latitude = 0, longitude = 0] = position?.at ?? []
  return {
    status,
    destination: [...stop.at],
    position:
      isVisible && position ? { at: [roundDegrees(latitude), roundDegrees(longitude)], age_s: age_s ?? 0 } : null,
    eta_min: status === 'done' || status === 'canceled' ? null : stop.eta_min,
    arrive_at: status === 'canceled' ? null : stop.arrive_at,
  }
}

type SharedStatus = 'pending' | 'next' | 'arrived' | 'done' | 'canceled'
type StopStatus = NonNullable<ReturnType<typeof toLiveReply>['stops']>[number]['status']

/** Converts a status for the receiver, who does not need to know whether a stop was skipped or missed. */
function toSharedStatus(status: StopStatus, isNext: boolean): SharedStatus {
  if (status === 'arrived' || status === 'done') return status
  if (status === 'canceled' || status === 'skipped') return 'canceled'
  return isNext ? 'next' : 'pending'
}
