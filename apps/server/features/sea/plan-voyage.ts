import type { Position } from '@fairway/geo'
import { INLAND_LIMIT_NM, type NamedPlace, planSea, snapToWater } from '@fairway/sea'
import { NamedPlaces } from './named-places.ts'
import type { OpenSea, SeaDesk } from './runtime/sea-service.ts'
import type { VoyageFailure, VoyageJob, VoyageOutcome } from './voyage-job.ts'

/** Runs a voyage job on a compute thread. */
export function planVoyage(job: VoyageJob, desk: SeaDesk, isCancelled?: () => boolean): VoyageOutcome {
  const open = desk.open()
  if (!open) return failed(missing(desk))
  const named = new NamedPlaces(open.ports, (place) => hasWater(open, place))
  const from = named.find('from', job.from)
  const via = job.via.map((stop, at) => named.findOnTheWay(`via[${at}]`, stop))
  const to = named.find('to', job.to)
  if (named.failure) return failed(named.failure)
  const plan = planSea(open.finder, { ...job, from, via, to }, open.ports, isCancelled)
  if (plan.kind === 'inland') return failed(named.explainDry(plan))
  return plan.kind === 'planned' ? planned(open, plan, named) : failed(plan)
}

function hasWater({ finder }: OpenSea, { position: [latitude, longitude] }: { readonly position: Position }): boolean {
  return snapToWater(finder.sea, latitude, longitude, INLAND_LIMIT_NM) !== undefined
}

function planned(
  { version, attribution }: OpenSea,
  plan: ReturnType<typeof planSea>,
  named: NamedPlaces,
): VoyageOutcome {
  if (plan.kind !== 'planned') return failed(plan)
  return { kind: 'planned', plan, ports: named.places.map(toPort), notes: named.notes, version, attribution }
}

function toPort(place: NamedPlace | undefined) {
  return place && { name: place.name, ...(place.code !== undefined && { code: place.code }) }
}

function failed(failure: VoyageFailure): VoyageOutcome {
  return { kind: 'failure', failure }
}

function missing({ state }: SeaDesk): VoyageFailure {
  if (state === 'off') return { kind: 'seas-off' }
  return { kind: state === 'failed' ? 'seas-failed' : 'seas-awaited' }
}
