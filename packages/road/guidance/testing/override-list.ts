import type { ArcTable, EdgeTable, ManeuverTable, TurnTable } from '../../network/network.ts'
import type { DrawnEdge } from './edge-list.ts'
import type { MapSource, SourceRelation } from './map-source.ts'
import type { TextBuilder } from './text-builder.ts'

interface Partial {
  readonly edges: EdgeTable
  readonly arcs: ArcTable
  readonly turns: TurnTable
}

/** The relations of type=maneuver, each as a chain of arcs from its first way via the others to its last. */
export function listOverrides(
  map: MapSource,
  drawn: readonly DrawnEdge[],
  node: (name: string) => number,
  network: Partial,
  texts: TextBuilder,
): ManeuverTable {
  const first = [0]
  const arcs: number[] = []
  const rows: { node: number; type: number; modifier: number }[] = []
  for (const relation of map.relations) {
    if (relation.tags.type !== 'maneuver') continue
    const chain = findChain(relation, drawn, network)
    const via = relation.members.find(({ role, point }) => role === 'via' && point !== undefined)?.point
    if (chain === undefined || via === undefined) continue
    arcs.push(...chain)
    first.push(arcs.length)
    rows.push({
      node: node(via),
      type: texts.add(relation.tags.maneuver ?? ''),
      modifier: texts.add(relation.tags.direction ?? ''),
    })
  }
  return {
    count: rows.length,
    arcFirst: Uint32Array.from(first),
    arc: Uint32Array.from(arcs),
    node: Uint32Array.from(rows, (row) => row.node),
    type: Uint32Array.from(rows, (row) => row.type),
    modifier: Uint32Array.from(rows, (row) => row.modifier),
  }
}

function findChain(
  relation: SourceRelation,
  drawn: readonly DrawnEdge[],
  { arcs, turns }: Partial,
): number[] | undefined {
  const ways = (role: string) =>
    relation.members.flatMap((m) => (m.role === role && m.way !== undefined ? [m.way] : []))
  const stages = [ways('from'), ...ways('via').map((way) => [way]), ways('to')]
  const last = stages.length - 1
  const wayOf = (arc: number) => drawn[arcs.edgeSide[arc] >> 1].way
  const grow = (chain: number[], stage: number): number[] | undefined => {
    const arc = chain[chain.length - 1]
    if (stage === last) return chain
    if (chain.length > 20) return undefined
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      const next = turns.to[turn]
      if (chain.includes(next)) continue
      const way = wayOf(next)
      const grown = stages[stage + 1].includes(way)
        ? grow([...chain, next], stage + 1)
        : stage > 0 && stages[stage].includes(way)
          ? grow([...chain, next], stage)
          : undefined
      if (grown !== undefined) return grown
    }
    return undefined
  }
  for (let arc = 0; arc < arcs.count; arc++) {
    if (!stages[0].includes(wayOf(arc))) continue
    const chain = grow([arc], 0)
    if (chain !== undefined) return chain
  }
  return undefined
}
