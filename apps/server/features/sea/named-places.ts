import type { Position } from '@fairway/geo'
import { foldName, type NamedPlace, type Passage, type PortBook, passageCalled, suggestPorts } from '@fairway/sea'
import { tellOthers, tellPassageTaken, tellPortTaken } from './tell-places.ts'
import type { DryPort, VoyageFailure } from './voyage-job.ts'

/** Resolves the names in a request to positions and passages, and records the matches. */
export class NamedPlaces {
  /** The match of every stop's name, in order. Passages are not stops. */
  readonly places: (NamedPlace | undefined)[] = []
  readonly notes: string[] = []
  /** The first name without a match. */
  failure: VoyageFailure | undefined
  private readonly book: PortBook
  private readonly hasWater: (place: NamedPlace) => boolean
  private readonly meant = new Map<string, { readonly given: string; readonly place: NamedPlace }>()

  constructor(book: PortBook, hasWater: (place: NamedPlace) => boolean) {
    this.book = book
    this.hasWater = hasWater
  }

  find(field: string, given: Position | string): Position {
    if (typeof given === 'string') return this.findPort(field, given)
    this.places.push(undefined)
    return given
  }

  /**
   * In `via`, a passage ID or full passage name means the passage. A name that both a port and a passage match
   * ("Singapore") means the port. A name that no port matches ("Hormuz") means the passage.
   */
  findOnTheWay(field: string, given: Position | string): Position | string {
    const passage = typeof given === 'string' ? passageCalled(given) : undefined
    if (typeof given !== 'string' || !passage) return this.find(field, given)
    const { best } = this.book.find(given, this.hasWater)
    const port = best?.code === undefined ? undefined : best
    if (!port || isSpelledOut(given, passage)) {
      if (port) this.notes.push(tellPassageTaken(field, given, passage, port))
      return passage.id
    }
    this.notes.push(tellPortTaken(field, given, passage, port))
    return this.findPort(field, given)
  }

  /** The caller gave a name, so the error states the position it was resolved to. */
  explainDry(refusal: DryPort['refusal']): VoyageFailure {
    const named = this.meant.get(refusal.field)
    return named ? { kind: 'dry-port', ...named, refusal } : refusal
  }

  private findPort(field: string, given: string): Position {
    // One error is enough: searching for dozens of unknown names would take seconds.
    if (this.failure) return [0, 0]
    const { best, others, elsewhere } = this.book.find(given, this.hasWater)
    this.places.push(best)
    if (!best) {
      this.failure ??= { kind: 'unknown-port', field, given, near: suggestPorts(this.book, given), elsewhere }
      return [0, 0]
    }
    this.meant.set(field, { given, place: best })
    if (others.length > 0) this.notes.push(tellOthers(field, given, best, others))
    return best.position
  }
}

function isSpelledOut(given: string, { id, name, also = [] }: Passage): boolean {
  return given === id || [name, ...also].some((whole) => foldName(whole) === foldName(given) && foldName(given) !== id)
}
