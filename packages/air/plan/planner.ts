import type { Position, Terrain } from '@fairway/geo'
import type { AirspaceIndex, ZoneVolume } from '../airspace-index.ts'
import type { Wind } from '../search/wind.ts'
import { GroundElevation } from './flight/heights.ts'
import {
  type Aircraft,
  type CorridorPreference,
  DEFAULT_CORRIDOR_FACTOR,
  DEFAULT_MARGIN_M,
  defaultAircraft,
  type FlightRequest,
} from './request.ts'
import type { TimeWindow } from './zone-blocks.ts'

/** A fully resolved request, shared by all planning steps. */
export interface FlightPlanner {
  readonly sky: AirspaceIndex
  readonly stops: readonly { readonly field: string; readonly at: Position }[]
  readonly aircraft: Aircraft
  readonly wind: Wind | undefined
  readonly corridors: CorridorPreference
  readonly corridorFactor: number
  readonly altitudeM: number
  readonly groundElevation: GroundElevation
  readonly marginM: number
  readonly departAtMs: number
  /** Returns true if the client is no longer waiting, so that the result is discarded. */
  readonly isCancelled: () => boolean
  /** Height above ground at the first stop. 0 unless the aircraft is already in the air. */
  readonly startHeightM: number
  /** Climb time from the start height to the cruise altitude, and descent time to the ground at the end. */
  readonly climbSeconds: number
  readonly landingSeconds: number
  /** Returns whether the zone imposes a restriction. */
  isBlocking(volume: ZoneVolume): boolean
  isAuthorised(volume: ZoneVolume): boolean
  readonly hasAuthorisations: boolean
  /** Returns the window from an instant until the energy is used up. */
  windowFrom(startMs: number): TimeWindow
}

export function makePlanner(
  sky: AirspaceIndex,
  request: FlightRequest,
  stops: FlightPlanner['stops'],
  terrain: Terrain | undefined,
  flightChoices: Pick<FlightPlanner, 'altitudeM' | 'corridors' | 'departAtMs' | 'isCancelled'>,
): FlightPlanner {
  const aircraft = { ...defaultAircraft, ...request.aircraft }
  const authorizedIds = new Set(request.authorisations)
  const groundElevation = new GroundElevation(terrain, request)
  const startHeightM = computeStartHeight(request, groundElevation)
  // The cone of a known peak may cover the takeoff point, which itself has the reference height.
  const climbToM =
    flightChoices.altitudeM +
    (groundElevation.isMeasured ? 0 : groundElevation.heightAt(request.from) - groundElevation.referenceMeters)
  const enduranceSeconds = (aircraft.rangeKm * 1000) / aircraft.cruiseSpeedMs
  return {
    sky,
    stops,
    aircraft,
    wind: request.wind,
    corridorFactor: request.corridorFactor ?? DEFAULT_CORRIDOR_FACTOR,
    ...flightChoices,
    groundElevation,
    startHeightM,
    marginM: request.marginM ?? DEFAULT_MARGIN_M,
    climbSeconds: Math.abs(climbToM - startHeightM) / aircraft.climbRateMs,
    landingSeconds: flightChoices.altitudeM / aircraft.climbRateMs,
    isBlocking: ({ zone }) => zone.rule !== 'none' && !authorizedIds.has(zone.id),
    isAuthorised: ({ zone }) => zone.rule !== 'none' && authorizedIds.has(zone.id),
    hasAuthorisations: authorizedIds.size > 0,
    windowFrom: (startMs) => ({ fromMs: startMs, untilMs: startMs + enduranceSeconds * 1000 }),
  }
}

function computeStartHeight({ from, fromAltitudeM }: FlightRequest, groundElevation: GroundElevation): number {
  if (fromAltitudeM === undefined) return 0
  return Math.max(0, fromAltitudeM - (groundElevation.isMeasured ? groundElevation.heightAt(from) : 0))
}
