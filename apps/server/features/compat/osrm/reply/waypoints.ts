import { noSegment, type OsrmError } from '../errors.ts'
import type { GeneralOptions } from '../request/parameters.ts'
import { toLocation } from './lines.ts'
import type { NativeSnap } from './native-route.ts'

/** Converts a snapped position to an OSRM waypoint object. */
export function toWaypoint({ at, distance_m, name }: NativeSnap, { generateHints }: GeneralOptions): object {
  const location = toLocation(at)
  return { ...(generateHints && { hint: toHint(location) }), location, name, distance: distance_m }
}

/**
 * Creates a hint, which clients send back to the server. Hints save the server no work, so they contain only the
 * location.
 */
function toHint([longitude, latitude]: readonly [number, number]): string {
  hintBytes.writeInt32LE(Math.round(longitude * 1e6), 0)
  hintBytes.writeInt32LE(Math.round(latitude * 1e6), 4)
  return hintBytes.toString('base64url')
}

const hintBytes = Buffer.alloc(8)

/**
 * Finds a coordinate whose road is farther away than the given radius. OSRM reports that such a coordinate has no
 * segment.
 */
export function findOutsideRadius(snaps: readonly NativeSnap[], { radiuses }: GeneralOptions): OsrmError | undefined {
  const index = snaps.findIndex(
    ({ distance_m }, pointIndex) => distance_m > (radiuses[pointIndex] ?? Number.POSITIVE_INFINITY),
  )
  return index < 0 ? undefined : noSegment(index)
}
