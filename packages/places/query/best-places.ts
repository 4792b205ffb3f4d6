import type { FoundPlace } from './search-types.ts'

/** Keeps the best results sorted; ties are broken by entry number. */
export class BestPlaces {
  readonly places: FoundPlace[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Minimum rank for a place to be included. */
  get lowestRank(): number {
    return this.places.length < this.limit ? 0 : this.places[this.places.length - 1].rank
  }

  add(place: FoundPlace): void {
    const { places } = this
    let at = places.length
    while (at > 0 && comesFirst(place, places[at - 1])) at--
    if (at >= this.limit) return
    places.splice(at, 0, place)
    if (places.length > this.limit) places.pop()
  }
}

function comesFirst(a: FoundPlace, b: FoundPlace): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.entry < b.entry)
}
