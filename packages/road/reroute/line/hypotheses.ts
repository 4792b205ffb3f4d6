/** Maximum number of hypotheses per point. */
const MAX_HYPOTHESES = 64

/**
 * Possible locations on the map after some points of a line, stored as the first `count` entries of parallel columns.
 */
export class Hypotheses {
  count = 0
  readonly step = new Int32Array(MAX_HYPOTHESES)
  readonly arc = new Uint32Array(MAX_HYPOTHESES)
  readonly position = new Float64Array(MAX_HYPOTHESES)
  /** Penalty that measures how poorly the hypothesis explains the line. */
  readonly penalty = new Float64Array(MAX_HYPOTHESES)

  clear(): void {
    this.count = 0
  }

  /** Returns the index of the hypothesis at this position, or -1. */
  find(arc: number, position: number): number {
    for (let i = 0; i < this.count; i++) if (this.arc[i] === arc && this.position[i] === position) return i
    return -1
  }

  /** Adds a hypothesis, or replaces a worse hypothesis at the same position. */
  add(step: number, arc: number, position: number, penalty: number): void {
    let index = this.find(arc, position)
    if (index >= 0 && this.penalty[index] <= penalty) return
    if (index < 0 && this.count < MAX_HYPOTHESES) index = this.count++
    if (index < 0) return
    this.step[index] = step
    this.arc[index] = arc
    this.position[index] = position
    this.penalty[index] = penalty
  }

  /** Returns the hypothesis with the lowest penalty, or the first of several with the same penalty. */
  best(): number {
    let bestHypothesis = 0
    for (let i = 1; i < this.count; i++) if (this.penalty[i] < this.penalty[bestHypothesis]) bestHypothesis = i
    return bestHypothesis
  }
}
