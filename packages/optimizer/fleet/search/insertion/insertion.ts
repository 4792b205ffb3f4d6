/** Finds the cheapest slot for a stop. Each set of rules has a separate implementation. */
export interface Insertion {
  /** Node after which to insert the stop last passed to `findSlot`. Valid only after `findSlot` returns true. */
  readonly afterNode: number
  /** Cost of the last slot that was found. */
  readonly bestCost: number
  /** Finds the cheapest slot that costs less than `maxCost`. */
  findSlot(stop: number, maxCost: number): boolean
  /** Inserts the stop at the slot from `findSlot`. The pickup of a pair is inserted together with its delivery. */
  insert(stop: number): void
  /** Updates cached values. Call it after the tour of a vehicle has changed. */
  update(vehicle: number): void
  /**
   * Returns whether a tour still satisfies the rules after stops have been removed. The tour may violate them if the
   * matrix violates the triangle inequality.
   */
  isFeasible(vehicle: number): boolean
}

/** Probability of skipping a slot, which keeps greedy insertion from repeating the same choices. */
const BLINK_RATE = 0.01

/** Draws the number of slots until the next skip. One draw per slot would take a tenth of the search time. */
export class RandomBlinks {
  private slotsUntilBlink = 0
  private readonly random: () => number
  private readonly inverseLogRate = 1 / Math.log(1 - BLINK_RATE)

  constructor(random: () => number) {
    this.random = random
    this.drawNextBlink()
  }

  shouldSkip(): boolean {
    if (--this.slotsUntilBlink >= 0) return false
    this.drawNextBlink()
    return true
  }

  private drawNextBlink(): void {
    this.slotsUntilBlink = Math.floor(Math.log(1 - this.random()) * this.inverseLogRate)
  }
}
