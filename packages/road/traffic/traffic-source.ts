import { LIVE_FADE_MS, type TripStart } from './arc-times.ts'
import { ArcTraffic, type TrafficState } from './traffic-state.ts'
import { typicalKmh } from './typical/typical-speeds.ts'
import { weekSlotAt } from './typical/week-slots.ts'

/** Data that durations are based on. Live speeds on some of the roads are sufficient for `live`. */
export const trafficSources = ['live', 'typical', 'none'] as const
export type TrafficSource = (typeof trafficSources)[number]

interface StateSources {
  readonly hasLive: boolean
  readonly hasTypicalBySlot: Map<number, boolean>
}

const sourcesByState = new WeakMap<TrafficState, StateSources>()

/**
 * Returns the source of the speeds of a whole map at departure. Scanning the arcs takes a millisecond, so the result is
 * cached for each snapshot and quarter-hour.
 */
export function findTrafficSource(state: TrafficState, start: TripStart): TrafficSource {
  const sources = sourcesByState.get(state) ?? {
    hasLive: state.flags.some((flags) => (flags & ArcTraffic.live) !== 0),
    hasTypicalBySlot: new Map<number, boolean>(),
  }
  sourcesByState.set(state, sources)
  if (sources.hasLive && start.aheadMs < LIVE_FADE_MS) return 'live'
  const slot = weekSlotAt(start.departMs / 1000, start.utcOffsetSeconds)
  const hasTypical = sources.hasTypicalBySlot.get(slot) ?? hasTypicalAt(state, slot)
  sources.hasTypicalBySlot.set(slot, hasTypical)
  return hasTypical ? 'typical' : 'none'
}

function hasTypicalAt({ typical }: TrafficState, slot: number): boolean {
  for (let arc = 0; typical && arc < typical.arcCount; arc++) if (typicalKmh(typical, arc, slot) > 0) return true
  return false
}
