/** Maximum number of hypotheses per point. */
const MAX_HYPOTHESES = 64

/** Possible locations on the map after some points of a line: the first `count` entries of parallel columns. */
export class Hypotheses {
  count = 0
  readonly step = new Int32Array(MAX_HYPOTHESES)
  readonly arc = new Uint32Array(MAX_HYPOTHESES)
  readonly position = new Float64Array(MAX_HYPOTHESES)
  /** Cost: how badly the hypothesis explains the line. */
  readonly penalty = new Float64Array(MAX_HYPOTHESES)

  clear(): void {
    this.count = 0
  }

  /** Index of the hypothesis at this place, or -1. */
  find(arc: number, position: number): number {
    for (let i = 0; i < this.count; i++) if (this.arc[i] === arc && this.position[i] === position) return i
    return -1
  }

  /** Adds a hypothesis, or replaces the one at the same place with a better one. */
  add(step: number, arc: number, position: number, penalty: number): void {
    let at = this.find(arc, position)
    if (at >= 0 && this.penalty[at] <= penalty) return
    if (at < 0 && this.count < MAX_HYPOTHESES) at = this.count++
    if (at < 0) return
    this.step[at] = step
    this.arc[at] = arc
    this.position[at] = position
    this.penalty[at] = penalty
  }

  /** The hypothesis with the lowest cost. The first of equals wins. */
  best(): number {
    let best = 0
    for (let i = 1; i < this.count; i++) if (this.penalty[i] < this.penalty[best]) best = i
    return best
  }
}
