import type { Position } from '@fairway/sea/geometry/sphere.ts'
import { passageCalled } from '@fairway/sea/passages/all-passages.ts'
import { planSea } from '@fairway/sea/plan/plan-sea.ts'
import type { Port, PortBook } from '@fairway/sea/ports/port-book.ts'
import { suggestPorts } from '@fairway/sea/ports/suggest-ports.ts'
import type { OpenSea, SeaDesk } from '../../engines/sea/sea-desk.ts'
import type { VoyageFailure, VoyageJob, VoyageOutcome } from './voyage-job.ts'

/** What the compute threads do for a voyage. */
export function planVoyage(job: VoyageJob, desk: SeaDesk): VoyageOutcome {
  const open = desk.open()
  if (!open) return failed(missing(desk))
  const named = new NamedPlaces(open.ports)
  const from = named.find('from', job.from)
  const via = job.via.map((stop, at) => named.findOnTheWay(`via[${at}]`, stop))
  const to = named.find('to', job.to)
  if (named.failure) return failed(named.failure)
  const plan = planSea(open.finder, { ...job, from, via, to }, open.ports)
  return plan.kind === 'planned' ? planned(open, plan, named) : failed(plan)
}

function planned(
  { version, attribution }: OpenSea,
  plan: ReturnType<typeof planSea>,
  named: NamedPlaces,
): VoyageOutcome {
  if (plan.kind !== 'planned') return failed(plan)
  const ports = named.ports.map((port) => port && { name: port.name, code: port.code })
  return { kind: 'planned', plan, ports, notes: named.notes, version, attribution }
}

function failed(failure: VoyageFailure): VoyageOutcome {
  return { kind: 'failure', failure }
}

function missing({ state }: SeaDesk): VoyageFailure {
  if (state === 'off') return { kind: 'seas-off' }
  return { kind: state === 'failed' ? 'seas-failed' : 'seas-awaited' }
}

/** Turns names into positions, and remembers which. */
class NamedPlaces {
  /** Of every stop in turn; passages are no stops. */
  readonly ports: (Port | undefined)[] = []
  readonly notes: string[] = []
  /** The first name that nobody has. */
  failure: VoyageFailure | undefined
  private readonly book: PortBook

  constructor(book: PortBook) {
    this.book = book
  }

  find(field: string, given: Position | string): Position {
    if (typeof given !== 'string') {
      this.ports.push(undefined)
      return given
    }
    const { best, others } = this.book.find(given)
    this.ports.push(best)
    if (!best) {
      this.failure ??= { kind: 'unknown-port', field, given, near: suggestPorts(this.book, given) }
      return [0, 0]
    }
    if (others.length > 0) this.notes.push(tellOthers(field, given, best, others))
    return best.position
  }

  /** Passages come before ports of the same name: nobody calls at Suez on the way through it, without saying so. */
  findOnTheWay(field: string, given: Position | string): Position | string {
    const passage = typeof given === 'string' ? passageCalled(given) : undefined
    return passage ? passage.id : this.find(field, given)
  }
}

function tellOthers(field: string, given: string, best: Port, others: readonly Port[]): string {
  const names = others.slice(0, 5).map(({ country, code }) => `${code} (${country})`)
  return `${field} names ${JSON.stringify(given)}, taken for ${best.code} (${best.country}); other ports of that name: ${names.join(', ')}`
}
