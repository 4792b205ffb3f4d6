import type { RawMember, RawRelation, RawRoads } from '../collect.ts'
import { readRestriction } from '../rules/access/restriction-rules.ts'
import type { RestrictionRules } from '../rules/rules.ts'
import type { BaseArcs } from './arcs.ts'
import type { Edges } from './edges.ts'
import { endWay, type Junctions, startWay } from './junctions.ts'

/** A restriction in arcs: after driving `path`, either `to` or every other continuation is forbidden. */
export interface ArcRestriction {
  /** The first arc and the via arcs, if any. */
  readonly path: readonly number[]
  readonly to: readonly number[]
  readonly kind: 'no' | 'only'
  /** In force only while this condition applies. */
  readonly when: string | undefined
}

/** Longer chains of via ways are mapping errors, and so are tangles that exceed the search limit. */
const MAX_VIA_ARCS = 40
const MAX_VIA_STEPS = 1000

/** Raw numbers of the nodes that restrictions and maneuvers refer to. They must remain nodes of the network. */
export function nodesOfRelations(raw: RawRoads, relations: readonly RawRelation[]): Set<number> {
  const kept = new Set<number>()
  const nodeNumber = indexOfSorted(raw.nodes.id)
  const wayNumber = numbersOfWays(raw)
  for (const { members } of relations) {
    for (const { kind, role, id } of members) {
      if (kind === 'node' && role === 'via') {
        const node = nodeNumber(id)
        if (node >= 0) kept.add(node)
      } else if (kind === 'way') {
        const way = wayNumber.get(id)
        if (way === undefined) continue
        kept.add(raw.ways.node[raw.ways.refFirst[way]])
        kept.add(raw.ways.node[raw.ways.refFirst[way + 1] - 1])
      }
    }
  }
  return kept
}

export function numbersOfWays({ ways }: RawRoads): Map<number, number> {
  const numbers = new Map<number, number>()
  for (let way = 0; way < ways.count; way++) if (!numbers.has(ways.id[way])) numbers.set(ways.id[way], way)
  return numbers
}

export function indexOfSorted(sorted: Float64Array): (id: number) => number {
  return (id) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle] < id) low = middle + 1
      else high = middle
    }
    return sorted[low] === id ? low : -1
  }
}

/** Resolves the members of a relation to arcs. */
export class RelationArcs {
  private readonly edges: Edges
  private readonly arcs: BaseArcs
  private readonly junctions: Junctions
  private readonly wayNumber: Map<number, number>
  private readonly rawIndex: (id: number) => number
  private readonly nodeOfRaw = new Map<number, number>()
  private readonly ending = new Map<number, number[]>()

  constructor(raw: RawRoads, edges: Edges, arcs: BaseArcs, junctions: Junctions) {
    this.edges = edges
    this.arcs = arcs
    this.junctions = junctions
    this.wayNumber = numbersOfWays(raw)
    this.rawIndex = indexOfSorted(raw.nodes.id)
    edges.rawNode.forEach((rawNode, node) => {
      this.nodeOfRaw.set(rawNode, node)
    })
  }

  nodeOf(id: number): number | undefined {
    return this.nodeOfRaw.get(this.rawIndex(id))
  }
  waysOf(members: readonly RawMember[], role: string): number[] {
    return members
      .filter((member) => member.kind === 'way' && member.role === role)
      .map(({ id }) => this.wayNumber.get(id))
      .filter((way) => way !== undefined)
  }
  /** Arcs of these ways that end at the node. */
  into(node: number, ways: readonly number[]): number[] {
    return this.junctions.into(node).filter((arc) => ways.includes(endWay(this.edges, this.arcs, arc)))
  }
  outOf(node: number, ways: readonly number[]): number[] {
    return this.junctions.outOf(node).filter((arc) => ways.includes(startWay(this.edges, this.arcs, arc)))
  }
  isReverse(a: number, b: number): boolean {
    return (this.arcs.edgeSide[a] ^ this.arcs.edgeSide[b]) === 1
  }
  head(arc: number): number {
    return this.arcs.head[arc]
  }
  /** Returns all arcs that end with one of these ways. */
  endingWith(ways: readonly number[]): number[] {
    if (this.ending.size === 0) {
      for (let arc = 0; arc < this.arcs.count; arc++) {
        const way = endWay(this.edges, this.arcs, arc)
        const list = this.ending.get(way)
        if (list) list.push(arc)
        else this.ending.set(way, [arc])
      }
    }
    return ways.flatMap((way) => this.ending.get(way) ?? [])
  }
  /**
   * Returns the arcs over all via ways from a node to the first node with an exit onto one of the `to` ways, or
   * undefined if there is no such path. A via way that extends beyond the restriction leads in two directions, so both
   * are tried.
   */
  along(start: number, from: number, via: readonly number[], to: readonly number[]): number[] | undefined {
    let steps = 0
    const search = (path: readonly number[], node: number, before: number): readonly number[] | undefined => {
      const leaves = this.outOf(node, to).some((arc) => !this.isReverse(before, arc))
      if (path.length > 0 && leaves && this.coversAll(path, via)) return path
      if (path.length === MAX_VIA_ARCS || ++steps > MAX_VIA_STEPS) return undefined
      for (const next of this.outOf(node, via)) {
        if (this.isReverse(before, next) || path.includes(next)) continue
        const found = search([...path, next], this.arcs.head[next], next)
        if (found) return found
      }
      return undefined
    }
    return search([], start, from)?.slice()
  }

  private coversAll(path: readonly number[], ways: readonly number[]): boolean {
    const driven = path.map((arc) => startWay(this.edges, this.arcs, arc))
    return ways.every((way) => driven.includes(way))
  }
}

export function resolveRestrictions(raw: RawRoads, resolver: RelationArcs): ArcRestriction[] {
  return raw.restrictions.flatMap(({ tags, members }) => {
    const rules = readRestriction(tags)
    if (!rules) return []
    const from = resolver.waysOf(members, 'from')
    const to = resolver.waysOf(members, 'to')
    const viaNode = members.find(({ kind, role }) => kind === 'node' && role === 'via')
    if (from.length === 0 || to.length === 0) return []
    // It is ambiguous which of several members is meant.
    if ((from.length > 1 && !rules.severalFrom) || (to.length > 1 && !rules.severalTo)) return []
    return viaNode
      ? atNode(resolver, rules, resolver.nodeOf(viaNode.id), from, to)
      : overWays(resolver, rules, from, resolver.waysOf(members, 'via'), to)
  })
}

function atNode(
  resolver: RelationArcs,
  { kind, isUturn, when }: RestrictionRules,
  node: number | undefined,
  from: readonly number[],
  to: readonly number[],
): ArcRestriction[] {
  if (node === undefined) return []
  const incoming = resolver.into(node, from)
  const outgoing = resolver.outOf(node, to)
  // If one way is both `from` and `to`, only the U-turn is meant, not continuing along it.
  if (isUturn && from.some((way) => to.includes(way))) {
    return incoming.flatMap((arc) => {
      const back = outgoing.filter((out) => resolver.isReverse(arc, out))
      return back.length > 0 ? [{ path: [arc], to: back, kind, when }] : []
    })
  }
  // If a way continues beyond the node, it is ambiguous which of its ends is meant.
  if (incoming.length > from.length || outgoing.length > to.length) return []
  return incoming.flatMap((arc) => (outgoing.length > 0 ? [{ path: [arc], to: outgoing, kind, when }] : []))
}

function overWays(
  resolver: RelationArcs,
  { kind, when }: RestrictionRules,
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
): ArcRestriction[] {
  if (via.length === 0) return []
  const found: ArcRestriction[] = []
  for (const arc of resolver.endingWith(from)) {
    const path = resolver.along(resolver.head(arc), arc, via, to)
    const last = path?.at(-1)
    if (!path || last === undefined) continue
    const targets = resolver.outOf(resolver.head(last), to).filter((out) => !resolver.isReverse(last, out))
    // As at a node, the side is ambiguous if the way continues.
    if (resolver.into(resolver.head(arc), from).length > from.length || targets.length > to.length) continue
    found.push({ path: [arc, ...path], to: targets, kind, when })
  }
  return found
}
