import type { Position } from '@fairway/geo'
import { findPassageByName, foldName, type NamedPlace, type Passage, type PortIndex, suggestPorts } from '@fairway/sea'
import { describeOtherMatches, describePassageChosen, describePortChosen } from './describe-places.ts'
import type { DryPort, VoyageFailure } from './voyage-job.ts'

/** Resolves the names in a request to positions and passages, and records the matches. */
export class PlaceResolver {
  /** Match for every stop's name, in order. Passages are not stops. */
  readonly places: (NamedPlace | undefined)[] = []
  readonly notes: string[] = []
  /** Failure of the first name without a match. */
  failure: VoyageFailure | undefined
  private readonly portIndex: PortIndex
  private readonly hasWater: (place: NamedPlace) => boolean
  private readonly resolvedByField = new Map<string, { readonly input: string; readonly place: NamedPlace }>()

  constructor(portIndex: PortIndex, hasWater: (place: NamedPlace) => boolean) {
    this.portIndex = portIndex
    this.hasWater = hasWater
  }

  resolveEnd(field: string, input: Position | string): Position {
    if (typeof input === 'string') return this.resolvePort(field, input)
    this.places.push(undefined)
    return input
  }

  /**
   * Resolves a name in `via`. A passage id or full passage name means the passage. A name that matches both a port and
   * a passage, such as "Singapore", means the port. A name that matches no port, such as "Hormuz", means the passage.
   */
  resolveVia(field: string, input: Position | string): Position | string {
    const passage = typeof input === 'string' ? findPassageByName(input) : undefined
    if (typeof input !== 'string' || !passage) return this.resolveEnd(field, input)
    const { best } = this.portIndex.find(input, this.hasWater)
    const port = best?.code === undefined ? undefined : best
    if (!port || isExactName(input, passage)) {
      if (port) this.notes.push(describePassageChosen(field, input, passage, port))
      return passage.id
    }
    this.notes.push(describePortChosen(field, input, passage, port))
    return this.resolvePort(field, input)
  }

  /** Explains a port without water. The caller gave a name, so the error includes the resolved position. */
  explainDryPort(refusal: DryPort['refusal']): VoyageFailure {
    const resolvedPlace = this.resolvedByField.get(refusal.field)
    return resolvedPlace
      ? { kind: 'dry-port', given: resolvedPlace.input, place: resolvedPlace.place, refusal }
      : refusal
  }

  private resolvePort(field: string, input: string): Position {
    // One error is enough, because searching for dozens of unknown names would take seconds.
    if (this.failure) return [0, 0]
    const { best, others, elsewhere } = this.portIndex.find(input, this.hasWater)
    this.places.push(best)
    if (!best) {
      this.failure ??= {
        kind: 'unknown-port',
        field,
        given: input,
        near: suggestPorts(this.portIndex, input),
        elsewhere,
      }
      return [0, 0]
    }
    this.resolvedByField.set(field, { input, place: best })
    if (others.length > 0) this.notes.push(describeOtherMatches(field, input, best, others))
    return best.position
  }
}

function isExactName(input: string, { id, name, otherNames = [] }: Passage): boolean {
  return (
    input === id ||
    [name, ...otherNames].some((fullName) => foldName(fullName) === foldName(input) && foldName(input) !== id)
  )
}
