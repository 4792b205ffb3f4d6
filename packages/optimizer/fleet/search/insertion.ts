/** Where a stop goes: each set of rules has its own way to find the cheapest place. */
export interface Insertion {
  /** The node behind which the stop looked for last should go, after `find` said true. */
  readonly after: number
  find(stop: number): boolean
  /** Puts the stop where `find` said; the pickup of a pair together with its delivery. */
  put(stop: number): void
  /** To be told after the tour of a vehicle was changed. */
  update(vehicle: number): void
  /** Whether a tour that stops were taken out of still keeps the rules: it may not where a detour is a short cut. */
  isSound(vehicle: number): boolean
}

/** One place in a hundred is overlooked, which keeps greedy insertion from doing the same thing over and over. */
const BLINK_RATE = 0.01

/** Draws how many places are seen until the next one is overlooked: a draw for each place took a tenth of the time. */
export class Blinks {
  #seen = 0
  readonly #random: () => number
  readonly #scale = 1 / Math.log(1 - BLINK_RATE)

  constructor(random: () => number) {
    this.#random = random
    this.#draw()
  }

  overlooks(): boolean {
    if (--this.#seen >= 0) return false
    this.#draw()
    return true
  }

  #draw(): void {
    this.#seen = Math.floor(Math.log(1 - this.#random()) * this.#scale)
  }
}
