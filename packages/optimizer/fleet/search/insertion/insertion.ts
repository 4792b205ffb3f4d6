/** Finds the slot for a stop. Each set of rules has a separate implementation. */
export interface Insertion {
  /** The node after which the stop last passed to `findSlot` should be inserted. Set after `findSlot` returned true. */
  readonly afterNode: number
  /** The cost of the last slot that was found. */
  readonly bestCost: number
  /** Finds the cheapest slot that costs less than `maxCost`. */
  findSlot(stop: number, maxCost: number): boolean
  /** Inserts the stop at the slot from `findSlot`. The pickup of a pair is inserted together with its delivery. */
  insert(stop: number): void
  /** Call after the tour of a vehicle has changed. */
  update(vehicle: number): void
  /**
   * Whether a tour still satisfies the rules after removing stops. It may not if the matrix violates the triangle
   * inequality.
   */
  isFeasible(vehicle: number): boolean
}

/** One slot in a hundred is skipped at random, which keeps greedy insertion from repeating itself. */
const BLINK_RATE = 0.01

/** Draws the number of slots until the next skip. A draw for each slot took a tenth of the time. */
export class Blinks {
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
