/** More ways than these to read a line at one point are not told apart any more. */
const MOST = 64

/** Where one may be on the map after some points of a line: the first `count` of parallel columns. */
export class Hypotheses {
  count = 0
  readonly step = new Int32Array(MOST)
  readonly arc = new Uint32Array(MOST)
  readonly place = new Float64Array(MOST)
  /** How badly the line is explained. */
  readonly fault = new Float64Array(MOST)

  clear(): void {
    this.count = 0
  }

  /** Which one is at this place already, or -1. */
  find(arc: number, place: number): number {
    for (let i = 0; i < this.count; i++) if (this.arc[i] === arc && this.place[i] === place) return i
    return -1
  }

  /** One more, or a better way to be where one is already. */
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

  /** The one with the least fault; the first of equals. */
  best(): number {
    let best = 0
    for (let i = 1; i < this.count; i++) if (this.fault[i] < this.fault[best]) best = i
    return best
  }
}
