import type { Position } from '@fairway/geo'
import { INLAND_LIMIT_NM, type NamedPlace, planSeaRoute, snapToWater } from '@fairway/sea'
import { PlaceResolver } from './named-places.ts'
import type { LoadedSea, SeaService } from './runtime/sea-service.ts'
import type { VoyageFailure, VoyageJob, VoyageOutcome } from './voyage-job.ts'

/** Runs a voyage job on a compute thread. */
export function planVoyage(job: VoyageJob, seaService: SeaService, isCancelled?: () => boolean): VoyageOutcome {
  const open = seaService.open()
  if (!open) return toFailedOutcome(toUnavailableFailure(seaService))
  const named = new PlaceResolver(open.ports, (place) => hasWater(open, place))
  const from = named.resolveEnd('from', job.from)
  const via = job.via.map((stop, at) => named.resolveVia(`via[${at}]`, stop))
  const to = named.resolveEnd('to', job.to)
  if (named.failure) return toFailedOutcome(named.failure)
  const outcome = planSeaRoute(open.finder, { ...job, from, via, to }, open.ports, isCancelled)
  if (outcome.kind === 'inland') return toFailedOutcome(named.explainDryPort(outcome))
  return outcome.kind === 'planned' ? toPlannedVoyage(open, outcome, named) : toFailedOutcome(outcome)
}

function hasWater(
  { finder }: LoadedSea,
  { position: [latitude, longitude] }: { readonly position: Position },
): boolean {
  return snapToWater(finder.sea, latitude, longitude, INLAND_LIMIT_NM) !== undefined
}

function toPlannedVoyage(
  { version, attribution }: LoadedSea,
  outcome: ReturnType<typeof planSeaRoute>,
  named: PlaceResolver,
): VoyageOutcome {
  if (outcome.kind !== 'planned') return toFailedOutcome(outcome)
  return {
    kind: 'planned',
    plan: outcome,
    ports: named.places.map(toNamedPort),
    notes: named.notes,
    version,
    attribution,
  }
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
