import type { Leg } from '../scene/block.ts'
import type { Pace } from './path.ts'
import type { Place } from './travel.ts'

/** Converts a leg to a scene leg. `pace` is in seconds if the speed is constant. */
export function timedLeg(from: Place, to: Place, fromMs: number, pace: Pace | number): Leg {
  const line = { ax: from.x, ay: from.y, bx: to.x, by: to.y, fromMs }
  if (typeof pace === 'number') return { ...line, untilMs: fromMs + pace * 1000 }
  return {
    ...line,
    untilMs: fromMs + pace.seconds * 1000,
    msAt: (share) => fromMs + pace.secondsAt(share) * 1000,
  }
}
