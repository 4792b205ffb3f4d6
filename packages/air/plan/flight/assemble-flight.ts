import type { Position } from '@fairway/geo'
import type { ZoneVolume } from '../../airspace-index.ts'
import { describeTimes } from '../../times/describe-times.ts'
import { listAuthorizedZones } from '../authorised.ts'
import type { FlightPlanner } from '../planner.ts'
import { type CorridorUse, type Flight, type FlightLeg, toZoneNote, type ZoneNote } from './flight.ts'
import { buildProfile, lineLengthMeters } from './profile.ts'
import type { LegPath } from './trace.ts'
import { traceSegments } from './trace.ts'

/** Minimum share of the path in corridors for a flight to count as a corridor flight. */
const CORRIDOR_FLIGHT_SHARE = 0.9

/** Builds the response flight from the paths between stops. */
export function assembleFlight(planner: FlightPlanner, legPaths: readonly LegPath[]): Flight {
  const { stops, groundElevation, aircraft, altitudeM, climbSeconds, landingSeconds, departAtMs } = planner
  const [first, last] = [stops[0].at, stops[stops.length - 1].at]
  const groundAt = (position: Position) => groundElevation.heightAt(position) - groundElevation.referenceMeters
  const line: Position[] = [first, first]
  const altitudes = [
    (groundElevation.isMeasured ? groundAt(first) : 0) + planner.startHeightM,
    groundAt(first) + altitudeM,
  ]
  const legs: FlightLeg[] = []
  const corridorUses = new Map<string, CorridorUse>()
  const authorizedVolumes: ZoneVolume[] = []
  let seconds = climbSeconds
  legPaths.forEach((legPath, index) => {
    const [from, to] = [stops[index].at, stops[index + 1].at]
    const firstPoint = index === 0 ? 0 : line.length - 1
    const startSeconds = seconds
    let meters = 0
    for (const segment of traceSegments(planner, legPath, from, to)) {
      meters += segment.meters
      if (segment.corridor) {
        const { id, name } = segment.corridor
        corridorUses.set(id, { id, name, meters: (corridorUses.get(id)?.meters ?? 0) + segment.meters })
      }
      for (const point of buildProfile(planner, segment)) {
        line.push(point.at)
        altitudes.push(point.altitudeM)
        seconds += point.seconds
      }
    }
    const window = { fromMs: departAtMs + startSeconds * 1000, untilMs: departAtMs + seconds * 1000 }
    authorizedVolumes.push(...listAuthorizedZones(planner, index, legPath, window))
    const isLast = index === legPaths.length - 1
    const verticalSeconds = (index === 0 ? climbSeconds : 0) + (isLast ? landingSeconds : 0)
    const lastPoint = line.length - 1 + (isLast ? 1 : 0)
    legs.push({
      from,
      to,
      distanceMeters: meters,
      durationSeconds: seconds - startSeconds + verticalSeconds,
      firstPoint,
      lastPoint,
    })
  })
  seconds += landingSeconds
  line.push(last)
  altitudes.push(groundAt(last))
  const distanceMeters = legs.reduce((sum, leg) => sum + leg.distanceMeters, 0)
  const corridorMeters = [...corridorUses.values()].reduce((sum, { meters }) => sum + meters, 0)
  const neededKm = (aircraft.cruiseSpeedMs * seconds) / 1000
  return {
    distanceMeters,
    durationSeconds: seconds,
    directMeters: lineLengthMeters(stops.map(({ at }) => at)),
    departAtMs,
    arriveAtMs: departAtMs + seconds * 1000,
    line,
    altitudesMeters: altitudes,
    altitudesAre: groundElevation.isMeasured ? 'above-sea' : 'above-take-off',
    cruiseAltitudeM: altitudeM,
    legs,
    path:
      corridorMeters === 0 ? 'direct' : corridorMeters >= distanceMeters * CORRIDOR_FLIGHT_SHARE ? 'corridor' : 'mixed',
    corridorMeters,
    corridors: [...corridorUses.values()],
    energy: {
      neededPct: (100 * neededKm) / aircraft.rangeKm,
      reservePct: aircraft.reservePct,
      rangeKm: aircraft.rangeKm,
      neededKm,
      usableKm: usableKm(planner),
    },
    zonesAvoided: toZoneNotes(legPaths.flatMap(({ avoidedVolumes }) => avoidedVolumes)),
    authorisationNeeded: toZoneNotes(authorizedVolumes),
    assumedClear: groundElevation.isMeasured ? [] : toZoneNotes(legPaths.flatMap(({ assumedClear }) => assumedClear)),
  }
}

export function usableKm({ aircraft }: FlightPlanner): number {
  return aircraft.rangeKm * (1 - aircraft.reservePct / 100)
}

/** Returns one note per zone ID. */
export function toZoneNotes(volumes: readonly ZoneVolume[]): ZoneNote[] {
  const zones = new Map(volumes.map(({ zone }) => [zone.id, zone]))
  return [...zones.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((zone) => toZoneNote(zone, describeTimes(zone.times)))
}
