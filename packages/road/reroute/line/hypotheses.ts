/** Maximum number of hypotheses per point. */
const MOST = 64

/** Possible locations on the map after some points of a line: the first `count` entries of parallel columns. */
export class Hypotheses {
  count = 0
  readonly step = new Int32Array(MOST)
  readonly arc = new Uint32Array(MOST)
  readonly place = new Float64Array(MOST)
  /** Cost: how badly the hypothesis explains the line. */
  readonly fault = new Float64Array(MOST)

  clear(): void {
    this.count = 0
  }

  /** Index of the hypothesis at this place, or -1. */
  find(arc: number, place: number): number {
    for (let i = 0; i < this.count; i++) if (this.arc[i] === arc && this.place[i] === place) return i
    return -1
  }

  /** Adds a hypothesis, or replaces the one at the same place with a better one. */
  add(step: number, arc: number, place: number, fault: number): void {
    let at = this.find(arc, place)
    if (at >= 0 && this.fault[at] <= fault) return
    if (at < 0 && this.count < MOST) at = this.count++
    if (at < 0) return
    this.step[at] = step
    this.arc[at] = arc
    this.place[at] = place
    this.fault[at] = fault
  }

  /** The hypothesis with the lowest cost. The first of equals wins. */
  best(): number {
    let best = 0
    for (let i = 1; i < this.count; i++) if (this.fault[i] < this.fault[best]) best = i
    return best
  }
}
