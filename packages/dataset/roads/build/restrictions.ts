import type { RawMember, RawRelation, RawRoads } from '../collect.ts'
import type { RestrictionRules } from '../rules/rules.ts'
import type { TravelRules } from '../rules/travel-rules.ts'
import type { BaseArcs } from './arcs.ts'
import type { Edges } from './edges.ts'
import { firstWayOfArc, type Junctions, lastWayOfArc } from './junctions.ts'

/**
 * A turn restriction in terms of arcs. After the arcs of `path`, either `to` or every other continuation is forbidden.
 */
export interface ArcRestriction {
  /** First arc, followed by the via arcs. */
  readonly path: readonly number[]
  readonly to: readonly number[]
  readonly kind: 'no' | 'only'
  /** Condition under which the restriction applies. Undefined if the restriction always applies. */
  readonly when: string | undefined
}

/**
 * Maximum number of arcs in a via path and maximum number of steps in the search for it. Higher numbers indicate
 * mapping errors.
 */
const MAX_VIA_ARCS = 40
const MAX_VIA_SEARCH_STEPS = 1000

/**
 * Returns the raw numbers of the nodes that restrictions and maneuvers reference. The network must keep the referenced
 * nodes.
 */
export function listRelationNodes(rawRoads: RawRoads, relations: readonly RawRelation[]): Set<number> {
  const nodeIndices = new Set<number>()
  const findNodeIndex = makeSortedIndex(rawRoads.nodes.id)
  const wayIndexById = indexWaysById(rawRoads)
  for (const { members } of relations) {
    for (const { kind, role, id } of members) {
      if (kind === 'node' && role === 'via') {
        const node = findNodeIndex(id)
        if (node >= 0) nodeIndices.add(node)
      } else if (kind === 'way') {
        const way = wayIndexById.get(id)
        if (way === undefined) continue
        nodeIndices.add(rawRoads.ways.node[rawRoads.ways.refFirst[way]])
        nodeIndices.add(rawRoads.ways.node[rawRoads.ways.refFirst[way + 1] - 1])
      }
    }
  }
  return nodeIndices
}

function indexWaysById({ ways }: RawRoads): Map<number, number> {
  const indexById = new Map<number, number>()
  for (let way = 0; way < ways.count; way++) if (!indexById.has(ways.id[way])) indexById.set(ways.id[way], way)
  return indexById
}

function makeSortedIndex(sorted: Float64Array): (id: number) => number {
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
  private readonly wayIndexById: Map<number, number>
  private readonly rawNodeIndex: (id: number) => number
  private readonly nodeByRawIndex = new Map<number, number>()
  private readonly arcsByLastWay = new Map<number, number[]>()

  constructor(rawRoads: RawRoads, edges: Edges, arcs: BaseArcs, junctions: Junctions) {
    this.edges = edges
    this.arcs = arcs
    this.junctions = junctions
    this.wayIndexById = indexWaysById(rawRoads)
    this.rawNodeIndex = makeSortedIndex(rawRoads.nodes.id)
    edges.rawNode.forEach((rawNode, node) => {
      this.nodeByRawIndex.set(rawNode, node)
    })
  }

  findNode(id: number): number | undefined {
    return this.nodeByRawIndex.get(this.rawNodeIndex(id))
  }
  listMemberWays(members: readonly RawMember[], role: string): number[] {
    return members
      .filter((member) => member.kind === 'way' && member.role === role)
      .map(({ id }) => this.wayIndexById.get(id))
      .filter((way) => way !== undefined)
  }
  /** Returns the arcs of these ways that end at the node. */
  incomingArcs(node: number, ways: readonly number[]): number[] {
    return this.junctions.incomingArcs(node).filter((arc) => ways.includes(lastWayOfArc(this.edges, this.arcs, arc)))
  }
  outgoingArcs(node: number, ways: readonly number[]): number[] {
    return this.junctions.outgoingArcs(node).filter((arc) => ways.includes(firstWayOfArc(this.edges, this.arcs, arc)))
  }
  isReverse(a: number, b: number): boolean {
    return (this.arcs.edgeSide[a] ^ this.arcs.edgeSide[b]) === 1
  }
  headNode(arc: number): number {
    return this.arcs.head[arc]
  }
  /** Returns all arcs that end with one of these ways. */
  listArcsEndingWith(ways: readonly number[]): number[] {
    if (this.arcsByLastWay.size === 0) {
      for (let arc = 0; arc < this.arcs.count; arc++) {
        const way = lastWayOfArc(this.edges, this.arcs, arc)
        const list = this.arcsByLastWay.get(way)
        if (list) list.push(arc)
        else this.arcsByLastWay.set(way, [arc])
      }
    }
    return ways.flatMap((way) => this.arcsByLastWay.get(way) ?? [])
  }
  /**
   * Returns the arcs along all via ways from a node to the first node with an exit onto one of the `to` ways. Returns
   * undefined if no such path exists. A via way can extend beyond the restriction in two directions, so the search
   * tries both.
   */
  findViaPath(start: number, from: number, via: readonly number[], to: readonly number[]): number[] | undefined {
    let stepCount = 0
    const search = (path: readonly number[], node: number, previousNode: number): readonly number[] | undefined => {
      const canLeave = this.outgoingArcs(node, to).some((arc) => !this.isReverse(previousNode, arc))
      if (path.length > 0 && canLeave && this.coversAll(path, via)) return path
      if (path.length === MAX_VIA_ARCS || ++stepCount > MAX_VIA_SEARCH_STEPS) return undefined
      for (const next of this.outgoingArcs(node, via)) {
        if (this.isReverse(previousNode, next) || path.includes(next)) continue
        const match = search([...path, next], this.arcs.head[next], next)
        if (match) return match
      }
      return undefined
    }
    return search([], start, from)?.slice()
  }

  private coversAll(path: readonly number[], ways: readonly number[]): boolean {
    const pathWays = path.map((arc) => firstWayOfArc(this.edges, this.arcs, arc))
    return ways.every((way) => pathWays.includes(way))
  }
}

export function resolveRestrictions(
  rawRoads: RawRoads,
  resolver: RelationArcs,
  { readRestriction }: TravelRules,
): ArcRestriction[] {
  return rawRoads.restrictions.flatMap(({ tags, members }) => {
    const rules = readRestriction(tags)
    if (!rules) return []
    const from = resolver.listMemberWays(members, 'from')
    const to = resolver.listMemberWays(members, 'to')
    const viaNode = members.find(({ kind, role }) => kind === 'node' && role === 'via')
    if (from.length === 0 || to.length === 0) return []
    // Multiple members with the same role make the restriction ambiguous, unless its type allows them.
    if ((from.length > 1 && !rules.allowsSeveralFrom) || (to.length > 1 && !rules.allowsSeveralTo)) return []
    return viaNode
      ? resolveAtNode(resolver, rules, resolver.findNode(viaNode.id), from, to)
      : resolveOverWays(resolver, rules, from, resolver.listMemberWays(members, 'via'), to)
  })
}

function resolveAtNode(
  resolver: RelationArcs,
  { kind, isUturn, when }: RestrictionRules,
  node: number | undefined,
  from: readonly number[],
  to: readonly number[],
): ArcRestriction[] {
  if (node === undefined) return []
  const incoming = resolver.incomingArcs(node, from)
  const outgoingArcs = resolver.outgoingArcs(node, to)
  // If a way is both `from` and `to`, the restriction applies only to the U-turn.
  if (isUturn && from.some((way) => to.includes(way))) {
    return incoming.flatMap((arc) => {
      const uturnArcs = outgoingArcs.filter((nextArc) => resolver.isReverse(arc, nextArc))
      return uturnArcs.length > 0 ? [{ path: [arc], to: uturnArcs, kind, when }] : []
    })
  }
  // If a way continues beyond the node, the restriction is ambiguous.
  if (incoming.length > from.length || outgoingArcs.length > to.length) return []
  return incoming.flatMap((arc) => (outgoingArcs.length > 0 ? [{ path: [arc], to: outgoingArcs, kind, when }] : []))
}

function resolveOverWays(
  resolver: RelationArcs,
  { kind, when }: RestrictionRules,
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
): ArcRestriction[] {
  if (via.length === 0) return []
  const restrictions: ArcRestriction[] = []
  for (const arc of resolver.listArcsEndingWith(from)) {
    const path = resolver.findViaPath(resolver.headNode(arc), arc, via, to)
    const last = path?.at(-1)
    if (!path || last === undefined) continue
    const targets = resolver
      .outgoingArcs(resolver.headNode(last), to)
      .filter((nextArc) => !resolver.isReverse(last, nextArc))
    // If a way continues beyond the node, the restriction is ambiguous.
    if (resolver.incomingArcs(resolver.headNode(arc), from).length > from.length || targets.length > to.length) continue
    restrictions.push({ path: [arc, ...path], to: targets, kind, when })
  }
  return restrictions
}
