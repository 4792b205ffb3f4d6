import type { Position } from '@fairway/geo'
import { INLAND_LIMIT_NM, type NamedPlace, planSeaRoute, snapToWater } from '@fairway/sea'
import { describeLocalTimes, findZoneAt } from '../../platform/http/body/instants.ts'
import { describeMovedEnds, describeUnchecked } from './describe-voyage.ts'
import { PlaceResolver } from './named-places.ts'
import type { LoadedSea, SeaService } from './runtime/sea-service.ts'
import type { VoyageFailure, VoyageJob, VoyageOutcome } from './voyage-job.ts'

/** Runs a voyage job on a compute thread. */
export function planVoyage(job: VoyageJob, seaService: SeaService, isCancelled?: () => boolean): VoyageOutcome {
  const loadedSea = seaService.open()
  if (!loadedSea) return toFailedOutcome(toUnavailableFailure(seaService))
  const placeResolver = new PlaceResolver(loadedSea.ports, (place) => hasWater(loadedSea, place))
  const from = placeResolver.resolveEnd('from', job.from)
  const via = job.via.map((stop, index) => placeResolver.resolveVia(`via[${index}]`, stop))
  const to = placeResolver.resolveEnd('to', job.to)
  if (placeResolver.failure) return toFailedOutcome(placeResolver.failure)
  const zone = job.localTimeField === undefined ? undefined : findZoneAt([from[0], from[1]])
  const time = zone ? { ...job.time, atMs: zone.clock.toInstant(job.time.atMs) } : job.time
  const outcome = planSeaRoute(loadedSea.finder, { ...job, from, via, to, time }, loadedSea.ports, isCancelled)
  if (outcome.kind === 'inland') return toFailedOutcome(placeResolver.explainDryPort(outcome))
  if (outcome.kind !== 'planned') return toFailedOutcome(outcome)
  const fields = ['from', ...via.flatMap((stop, index) => (typeof stop === 'string' ? [] : [`via[${index}]`])), 'to']
  const timeNotes = zone ? [describeLocalTimes(job.localTimeField ?? '', 1, zone.name)] : []
  const notes = [
    ...timeNotes,
    ...placeResolver.notes,
    ...describeMovedEnds(outcome, fields),
    ...describeUnchecked(outcome, job.vessel),
  ]
  return {
    kind: 'planned',
    plan: outcome,
    ports: placeResolver.places.map(toNamedPort),
    notes,
    atMs: time.atMs,
    version: loadedSea.version,
    attribution: loadedSea.attribution,
  }
}

function hasWater(
  { finder }: LoadedSea,
  { position: [latitude, longitude] }: { readonly position: Position },
): boolean {
  return snapToWater(finder.sea, latitude, longitude, INLAND_LIMIT_NM) !== undefined
}

function toNamedPort(place: NamedPlace | undefined) {
  return place && { name: place.name, ...(place.code !== undefined && { code: place.code }) }
}

function toFailedOutcome(failure: VoyageFailure): VoyageOutcome {
  return { kind: 'failure', failure }
}

function toUnavailableFailure({ state }: SeaService): VoyageFailure {
  if (state === 'off') return { kind: 'seas-off' }
  return { kind: state === 'failed' ? 'seas-failed' : 'seas-awaited' }
}
