import type { Fix } from '../fixes/fix.ts'
import { secondsBetween } from './clean-track.ts'
import { medianOfThree } from './measure-trip.ts'

export interface HarshEvent {
  readonly kind: 'harsh_braking' | 'harsh_acceleration'
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  readonly durationS: number
  readonly fromSpeedMs: number
  readonly toSpeedMs: number
  /** Strongest change of speed between two positions, in m/s². */
  readonly peakMs2: number
}

/** Common limits of insurers and fleet devices: 0.35 g and 0.3 g. */
export const HARSH_BRAKING_MS2 = 3.5
export const HARSH_ACCELERATION_MS2 = 3
/** Maximum time between two speeds, in seconds. Speeds farther apart do not show how hard the asset braked. */
const MAX_SPEED_INTERVAL_S = 3

/**
 * Finds harsh braking and acceleration from reported speeds. Returns undefined if the asset reports speeds too rarely,
 * because speeds derived from positions are too noisy.
 */
export function findHarshEvents(fixes: readonly Fix[]): HarshEvent[] | undefined {
  const fixesWithSpeed = fixes.filter((fix): fix is Fix & { speedMs: number } => fix.speedMs !== undefined)
  const speeds = medianOfThree(fixesWithSpeed.map(({ speedMs }) => speedMs))
  const events: HarshEvent[] = []
  let usableCount = 0
  for (let i = 1; i < fixesWithSpeed.length; i++) {
    const seconds = secondsBetween(fixesWithSpeed[i - 1], fixesWithSpeed[i])
    if (seconds > MAX_SPEED_INTERVAL_S) continue
    usableCount++
    const change = (speeds[i] - speeds[i - 1]) / seconds
    const kind =
      change <= -HARSH_BRAKING_MS2
        ? 'harsh_braking'
        : change >= HARSH_ACCELERATION_MS2
          ? 'harsh_acceleration'
          : undefined
    if (kind === undefined) continue
    const { latitude, longitude, timeMs } = fixesWithSpeed[i - 1]
    const last = events.at(-1)
    if (last?.kind === kind && last.timeMs + 1000 * last.durationS === timeMs) {
      events[events.length - 1] = {
        ...last,
        durationS: last.durationS + seconds,
        toSpeedMs: speeds[i],
        peakMs2: Math.max(last.peakMs2, Math.abs(change)),
      }
    } else {
      const [fromSpeedMs, toSpeedMs] = [speeds[i - 1], speeds[i]]
      events.push({
        kind,
        timeMs,
        latitude,
        longitude,
        durationS: seconds,
        fromSpeedMs,
        toSpeedMs,
        peakMs2: Math.abs(change),
      })
    }
  }
  return usableCount >= fixesWithSpeed.length / 2 && usableCount > 0 ? events : undefined
}
