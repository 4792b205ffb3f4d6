import { MICRO } from '../grid.ts'
import { channelNames } from '../passages/channels.ts'
import { crossesGate, type Gate } from '../passages/gates.ts'
import { CHANNEL, type Sea } from '../schema.ts'

/** The closures for one ship: gates across straits, and whole channels. */
export class Closures {
  readonly gates: readonly Gate[]
  /** Whether a passage is open that the landmarks assumed closed. Their bounds are invalid then. */
  readonly opensMore: boolean
  /** Ids of closed passages. */
  readonly passages: ReadonlySet<string>
  private readonly sea: Sea
  private readonly closedNodes: readonly (readonly [first: number, end: number])[]

  constructor(sea: Sea, gates: readonly Gate[], closed: ReadonlySet<string>, opensMore: boolean) {
    this.sea = sea
    this.passages = closed
    this.gates = gates.filter(({ passage }) => passage === undefined || closed.has(passage))
    this.opensMore = opensMore
    const { nodeFirst } = sea.channels
    this.closedNodes = channelNames(sea).flatMap(({ passage }, at) =>
      passage !== undefined && closed.has(passage) ? [[nodeFirst[at], nodeFirst[at + 1]] as const] : [],
    )
  }

  isLinkClosed(from: number, to: number): boolean {
    const { size, gated, latitude, longitude } = this.sea.nodes
    if (size[to] === CHANNEL && this.closedNodes.some(([first, end]) => to >= first && to < end)) return true
    if (gated[from] === 0) return false
    return this.isLineClosed(
      latitude[from] * MICRO,
      longitude[from] * MICRO,
      latitude[to] * MICRO,
      longitude[to] * MICRO,
    )
  }

  isLineClosed(latA: number, lonA: number, latB: number, lonB: number): boolean {
    for (const gate of this.gates) if (crossesGate(gate, latA, lonA, latB, lonB)) return true
    return false
  }
}
