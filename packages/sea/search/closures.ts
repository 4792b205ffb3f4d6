import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { readChannelNames } from '../passages/channels.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import { CHANNEL_NODE_SIZE, type Sea } from '../schema.ts'

/** Closures for one ship: gates across straits, and whole channels. */
export class Closures {
  readonly gates: readonly Gate[]
  /**
   * Whether a passage that the landmarks assume to be closed is open. If so, the bounds from the landmarks are invalid.
   */
  readonly opensDefaultClosures: boolean
  /** IDs of closed passages. */
  readonly passages: ReadonlySet<string>
  private readonly sea: Sea
  private readonly allGates: readonly Gate[]
  private readonly closedNodes: readonly (readonly [first: number, end: number])[]

  constructor(sea: Sea, gates: readonly Gate[], closedPassages: ReadonlySet<string>, opensDefaultClosures: boolean) {
    this.sea = sea
    this.allGates = gates
    this.passages = closedPassages
    this.gates = gates.filter(({ passage }) => passage === undefined || closedPassages.has(passage))
    this.opensDefaultClosures = opensDefaultClosures
    const { nodeFirst } = sea.channels
    this.closedNodes = readChannelNames(sea).flatMap(({ passage }, index) =>
      passage !== undefined && closedPassages.has(passage) ? [[nodeFirst[index], nodeFirst[index + 1]] as const] : [],
    )
  }

  /** Returns the same closures with one more passage closed. */
  closing(passage: string): Closures {
    return new Closures(this.sea, this.allGates, new Set([...this.passages, passage]), this.opensDefaultClosures)
  }

  isLinkClosed(from: number, to: number): boolean {
    const { size, gated, latitude, longitude } = this.sea.nodes
    if (size[to] === CHANNEL_NODE_SIZE && this.closedNodes.some(([first, end]) => to >= first && to < end)) return true
    if (gated[from] === 0) return false
    return this.isLineClosed(
      latitude[from] * DEGREES_PER_MICRODEGREE,
      longitude[from] * DEGREES_PER_MICRODEGREE,
      latitude[to] * DEGREES_PER_MICRODEGREE,
      longitude[to] * DEGREES_PER_MICRODEGREE,
    )
  }

  isLineClosed(latA: number, lonA: number, latB: number, lonB: number): boolean {
    for (const gate of this.gates) if (crossesGate(gate, latA, lonA, latB, lonB)) return true
    return false
  }
}
