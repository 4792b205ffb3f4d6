import type { ManeuverTable } from '@fairway/road'
import type { RawRoads } from '../collect.ts'
import { readManeuver } from '../rules/maneuver-rules.ts'
import type { StringCollector } from '../texts.ts'
import type { RelationArcs } from './restrictions.ts'

/** Resolves relations of type=maneuver to arcs. Mappers use these relations to specify announcements. */
export function resolveManeuvers(rawRoads: RawRoads, resolver: RelationArcs, strings: StringCollector): ManeuverTable {
  const arcFirst = [0]
  const arc: number[] = []
  const node: number[] = []
  const maneuverType: number[] = []
  const modifier: number[] = []
  for (const { tags, members } of rawRoads.maneuvers) {
    const maneuver = readManeuver(tags)
    if (!maneuver) continue
    const from = resolver.listMemberWays(members, 'from')
    const to = resolver.listMemberWays(members, 'to')
    // The location of the announcement must be exactly one node.
    const [via, ...otherVias] = members.filter(({ kind, role }) => kind === 'node' && role === 'via')
    const viaNode = via && otherVias.length === 0 ? resolver.findNode(via.id) : undefined
    if (viaNode === undefined) continue
    for (const path of findPaths(resolver, from, resolver.listMemberWays(members, 'via'), to, viaNode)) {
      arc.push(...path.arcs)
      arcFirst.push(arc.length)
      node.push(path.node)
      maneuverType.push(strings.intern(maneuver.type))
      modifier.push(strings.intern(maneuver.modifier))
    }
  }
  return {
    count: node.length,
    arcFirst: Uint32Array.from(arcFirst),
    arc: Uint32Array.from(arc),
    node: Uint32Array.from(node),
    type: Uint32Array.from(maneuverType),
    modifier: Uint32Array.from(modifier),
  }
}

function findPaths(
  resolver: RelationArcs,
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
  viaNode: number,
): { arcs: number[]; node: number }[] {
  if (via.length === 0) {
    return resolver
      .incomingArcs(viaNode, from)
      .flatMap((first) => resolver.outgoingArcs(viaNode, to).map((last) => ({ arcs: [first, last], node: viaNode })))
  }
  return resolver.listArcsEndingWith(from).flatMap((first) => {
    const viaPath = resolver.findViaPath(resolver.headNode(first), first, via, to)
    const lastVia = viaPath?.at(-1)
    if (!viaPath || lastVia === undefined) return []
    const last = resolver
      .outgoingArcs(resolver.headNode(lastVia), to)
      .find((nextArc) => !resolver.isReverse(lastVia, nextArc))
    return last === undefined ? [] : [{ arcs: [first, ...viaPath, last], node: viaNode }]
  })
}
