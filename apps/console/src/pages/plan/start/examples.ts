import type { DroneRouteReply, MaritimeRouteReply } from '@fairway/client'
import { flatDistanceMeters } from '@fairway/geo'
import { signal } from '@preact/signals'
import { findTownNearMap } from '../../../map/town.ts'
import { CallError, callApi } from '../../../state/calls.ts'
import { loadedMaps, refreshLoadedMaps, toRegionTitle } from '../../../state/loaded-maps.ts'
import { createEmptyDraft, createStop, type Mode, type RouteDraft, type Stop } from '../plan.ts'
import { findAirportNearMap, listFlightsAcross, type NamedPoint } from './example-places.ts'

export const exampleNames = ['airport', 'ship'] as const
export type ExampleName = (typeof exampleNames)[number]

/** Example that is being prepared, or the reason for its failure. */
export const exampleState = signal<{ readonly name: ExampleName; readonly failure?: string } | undefined>(undefined)

/**
 * Builds a request that works on the loaded maps. After a failure, the function returns undefined and the page shows
 * the error.
 */
export async function loadExample(name: ExampleName): Promise<RouteDraft | undefined> {
  exampleState.value = { name }
  try {
    const example = name === 'airport' ? await createAirportFlight() : await createVoyage()
    exampleState.value = undefined
    return example
  } catch (error) {
    exampleState.value = { name, failure: error instanceof CallError ? error.message : String(error) }
    return undefined
  }
}

async function createAirportFlight(): Promise<RouteDraft> {
  const airport = await findAirportNearMap()
  if (airport === undefined) throw new CallError(404, 'No airport was found near the loaded maps.')
  const flights = listFlightsAcross(airport)
  for (const [from, to] of flights) {
    const body = { from: from.at, to: to.at }
    const reply = await callApi<DroneRouteReply>({ method: 'POST', path: '/v1/drone/route', body }).catch(
      () => undefined,
    )
    if (reply !== undefined && reply.zones_avoided.length > 0) return toDraft('drone', from, to)
  }
  throw new CallError(404, `Every example flight across ${airport.label} would start or end in another zone.`)
}

/** Maximum distance of a port from the town, in meters. A port on another continent may have the same name. */
const MAX_PORT_METERS = 60_000
const FALLBACK_PORT = 'Rotterdam'
const DESTINATION_PORT = 'Singapore'

async function createVoyage(): Promise<RouteDraft> {
  const maps = loadedMaps.peek() ?? (await refreshLoadedMaps())
  const region = maps?.regions[0]
  const town = await findTownNearMap()
  for (const name of region === undefined ? [] : [toRegionTitle(region.name)]) {
    const body = { from: name, to: DESTINATION_PORT, alternatives: 0 }
    const reply = await callApi<MaritimeRouteReply>({ method: 'POST', path: '/v1/maritime/route', body }).catch(
      () => undefined,
    )
    if (reply === undefined) continue
    const [latitude, longitude] = reply.snapped.from.at
    if (flatDistanceMeters(latitude, longitude, town[0], town[1]) < MAX_PORT_METERS) return toVoyage(name)
  }
  return toVoyage(FALLBACK_PORT)
}

function toVoyage(from: string): RouteDraft {
  const toPort = (name: string): Omit<Stop, 'key'> => ({ name, label: name })
  return { ...createEmptyDraft('sea'), stops: [toPort(from), toPort(DESTINATION_PORT)].map(createStop) }
}

export function toDraft(mode: Mode, from: NamedPoint, to: NamedPoint): RouteDraft {
  return { ...createEmptyDraft(mode), stops: [createStop(from), createStop(to)] }
}
