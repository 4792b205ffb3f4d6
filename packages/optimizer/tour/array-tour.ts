import { ChangeJournal } from './change-journal.ts'

const REVERSE_CHANGE = -1

/**
 * A cycle of nodes in an array, with an undo journal. Undoing a failed kick step by step costs as much as the kick, and
 * copying the tour would cost more.
 */
export class ArrayTour {
  readonly size: number
  readonly order: Int32Array
  readonly position: Int32Array
  /** Lowest position changed since the last reset. Callers that maintain sums over positions reset this value. */
  lowestChangedPosition = 0
  private readonly scratch: Int32Array
  /**
   * Whether the rest of the cycle can be reversed instead of a longer path. Such a reversal requires symmetric costs.
   */
  private readonly canReverseOtherSide: boolean
  private readonly journal = new ChangeJournal()

  constructor(nodes: ArrayLike<number>, canReverseOtherSide: boolean) {
    this.size = nodes.length
    this.order = new Int32Array(nodes.length)
    this.position = new Int32Array(nodes.length)
    this.scratch = new Int32Array(nodes.length)
    this.canReverseOtherSide = canReverseOtherSide
    this.reset(nodes)
  }

  reset(nodes: ArrayLike<number>): void {
    this.order.set(nodes)
    for (let index = 0; index < this.size; index++) this.position[nodes[index]] = index
    this.lowestChangedPosition = 0
    this.journal.clear()
  }

  next(node: number): number {
    const nextPosition = this.position[node] + 1
    return this.order[nextPosition === this.size ? 0 : nextPosition]
  }

  previous(node: number): number {
    const index = this.position[node]
    return this.order[index === 0 ? this.size - 1 : index - 1]
  }

  /** Starts a new undo journal. Earlier changes become permanent. */
  startJournal(): void {
    this.journal.clear()
  }

  /** A mark in the journal to which `undoTo` returns. */
  get journalMark(): number {
    return this.journal.mark
  }

  undoJournal(): void {
    this.undoTo(0)
  }

  undoTo(mark: number): void {
    const journal = this.journal
    while (journal.mark > mark) {
      const changeOffset = journal.pop()
      const kind = journal.entries[changeOffset]
      const operandA = journal.entries[changeOffset + 1]
      const operandB = journal.entries[changeOffset + 2]
      if (kind === REVERSE_CHANGE) this.applyReverse(operandA, operandB)
      else this.applySwap(kind, operandB, operandA)
    }
  }

  /** Reverses the path between two positions. The path may wrap around the end of the array. */
  reverse(from: number, to: number): void {
    this.journal.push(REVERSE_CHANGE, from, to)
    this.applyReverse(from, to)
  }

  /** Swaps two adjacent paths: `first` nodes at `from`, and the `second` nodes after them. */
  swapSegments(from: number, first: number, second: number): void {
    this.journal.push(from, first, second)
    this.applySwap(from, first, second)
  }

  /**
   * Changes x → [after x … y] → [after y … z] to x → [after y … z] → [after x … y]. In a cycle of three segments,
   * swapping any two gives the same result, so the largest segment stays in place.
   */
  swapSegmentsAfter(x: number, y: number, z: number): void {
    const { size, position } = this
    const start = position[x] + 1 === size ? 0 : position[x] + 1
    const first = (position[y] - position[x] + size) % size
    const second = (position[z] - position[y] + size) % size
    const remainingLength = size - first - second
    if (remainingLength >= first && remainingLength >= second) this.swapSegments(start, first, second)
    else if (first >= second) this.swapSegments((start + first) % size, second, remainingLength)
    else this.swapSegments((start + first + second) % size, remainingLength, first)
  }

  /**
   * Replaces the edges a–b and c–d with b–c and d–a by reversing a path, for symmetric costs. b must follow a and c
   * must follow d in the same direction.
   */
  exchangeEdges(a: number, b: number, d: number): void {
    const { position } = this
    if (this.next(a) === b) this.reverse(position[b], position[d])
    else this.reverse(position[d], position[b])
  }

  private markChanged(from: number, length: number): void {
    const lowestPosition = from + length > this.size ? 0 : from
    if (lowestPosition < this.lowestChangedPosition) this.lowestChangedPosition = lowestPosition
  }

  private applyReverse(from: number, to: number): void {
    const { size, order, position } = this
    let left = from
    let right = to
    let length = to - from + 1
    if (length <= 0) length += size
    if (this.canReverseOtherSide && length * 2 > size) {
      left = to + 1 === size ? 0 : to + 1
      right = from === 0 ? size - 1 : from - 1
      length = size - length
    }
    this.markChanged(left, length)
    for (let swapCount = length >> 1; swapCount > 0; swapCount--) {
      const leftNode = order[left]
      const rightNode = order[right]
      order[left] = rightNode
      position[rightNode] = left
      order[right] = leftNode
      position[leftNode] = right
      if (++left === size) left = 0
      if (--right < 0) right = size - 1
    }
  }

  private applySwap(from: number, first: number, second: number): void {
    const { size, order, position } = this
    const scratch = this.scratch
    const length = first + second
    this.markChanged(from, length)
    let readPosition = from
    for (let index = 0; index < length; index++) {
      scratch[index] = order[readPosition]
      if (++readPosition === size) readPosition = 0
    }
    let writePosition = from
    for (let index = 0, source = first; index < length; index++) {
      const node = scratch[source]
      order[writePosition] = node
      position[node] = writePosition
      if (++writePosition === size) writePosition = 0
      if (++source === length) source = 0
    }
  }
}
