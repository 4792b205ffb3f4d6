import type { ManeuverTable } from '@fairway/road'
import type { RawRoads } from '../collect.ts'
import { readManeuver } from '../rules/maneuver-rules.ts'
import type { TextCollector } from '../texts.ts'
import type { RelationArcs } from './restrictions.ts'

/** Resolves relations of type=maneuver, the announcements that mappers requested, to arcs. */
export function resolveManeuvers(raw: RawRoads, resolver: RelationArcs, texts: TextCollector): ManeuverTable {
  const arcFirst = [0]
  const arc: number[] = []
  const node: number[] = []
  const type: number[] = []
  const modifier: number[] = []
  for (const { tags, members } of raw.maneuvers) {
    const said = readManeuver(tags)
    if (!said) continue
    const from = resolver.waysOf(members, 'from')
    const to = resolver.waysOf(members, 'to')
    // The location of the announcement must be unambiguous: exactly one node.
    const [via, ...more] = members.filter(({ kind, role }) => kind === 'node' && role === 'via')
    const viaNode = via && more.length === 0 ? resolver.nodeOf(via.id) : undefined
    if (viaNode === undefined) continue
    for (const path of pathsOf(resolver, from, resolver.waysOf(members, 'via'), to, viaNode)) {
      arc.push(...path.arcs)
      arcFirst.push(arc.length)
      node.push(path.node)
      type.push(texts.numberOf(said.type))
      modifier.push(texts.numberOf(said.modifier))
    }
  }
  return {
    count: node.length,
    arcFirst: Uint32Array.from(arcFirst),
    arc: Uint32Array.from(arc),
    node: Uint32Array.from(node),
    type: Uint32Array.from(type),
    modifier: Uint32Array.from(modifier),
  }
}

function pathsOf(
  resolver: RelationArcs,
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
  viaNode: number,
): { arcs: number[]; node: number }[] {
  if (via.length === 0) {
    return resolver
      .into(viaNode, from)
      .flatMap((first) => resolver.outOf(viaNode, to).map((last) => ({ arcs: [first, last], node: viaNode })))
  }
  return resolver.endingWith(from).flatMap((first) => {
    const middle = resolver.along(resolver.head(first), first, via, to)
    const end = middle?.at(-1)
    if (!middle || end === undefined) return []
    const last = resolver.outOf(resolver.head(end), to).find((out) => !resolver.isReverse(end, out))
    return last === undefined ? [] : [{ arcs: [first, ...middle, last], node: viaNode }]
  })
}
