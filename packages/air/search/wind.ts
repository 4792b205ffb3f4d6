/**
 * Wind speed over ground, and the direction that the wind comes from, in degrees from north. Wind from 270 blows to the
 * east.
 */
export interface Wind {
  readonly speedMs: number
  readonly fromDeg: number
}

/**
 * Returns the wind components along and across a course, in m/s. The component along the course is negative for a
 * headwind. The course is a direction on the map, with x to the east.
 */
export function windComponents({ speedMs, fromDeg }: Wind, dx: number, dy: number): { along: number; across: number } {
  const length = Math.hypot(dx, dy)
  if (length === 0) return { along: 0, across: 0 }
  const [x, y] = [-speedMs * Math.sin((fromDeg * Math.PI) / 180), -speedMs * Math.cos((fromDeg * Math.PI) / 180)]
  return { along: (x * dx + y * dy) / length, across: Math.abs(x * dy - y * dx) / length }
}

/**
 * Solves the wind triangle. The ground speed is the airspeed that remains after the crosswind is compensated, plus the
 * wind along the course. Returns 0 if the course cannot be held.
 */
export function groundSpeed(airspeedMs: number, wind: Wind | undefined, dx: number, dy: number): number {
  if (!wind || wind.speedMs === 0) return airspeedMs
  const { along, across } = windComponents(wind, dx, dy)
  if (across >= airspeedMs) return 0
  return Math.max(0, Math.sqrt(airspeedMs * airspeedMs - across * across) + along)
}
