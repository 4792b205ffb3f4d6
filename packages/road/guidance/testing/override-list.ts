import type { ArcTable, EdgeTable, ManeuverTable, TurnTable } from '../../network/network.ts'
import type { DrawnEdge } from './edge-list.ts'
import type { DrawnMap, DrawnRelation } from './map-source.ts'
import type { StringTableBuilder } from './text-builder.ts'

interface NetworkTables {
  readonly edges: EdgeTable
  readonly arcs: ArcTable
  readonly turns: TurnTable
}

/**
 * Returns the relations of type=maneuver. Each one is a chain of arcs from its first way through the via ways to its
 * last way.
 */
export function listOverrides(
  map: DrawnMap,
  drawn: readonly DrawnEdge[],
  node: (name: string) => number,
  network: NetworkTables,
  strings: StringTableBuilder,
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
      type: strings.add(relation.tags.maneuver ?? ''),
      modifier: strings.add(relation.tags.direction ?? ''),
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
  relation: DrawnRelation,
  drawn: readonly DrawnEdge[],
  { arcs, turns }: NetworkTables,
): number[] | undefined {
  const waysWithRole = (role: string) =>
    relation.members.flatMap((m) => (m.role === role && m.wayIndex !== undefined ? [m.wayIndex] : []))
  const stages = [waysWithRole('from'), ...waysWithRole('via').map((way) => [way]), waysWithRole('to')]
  const last = stages.length - 1
  const wayIndexOf = (arc: number) => drawn[arcs.edgeSide[arc] >> 1].wayIndex
  const extend = (chain: number[], stage: number): number[] | undefined => {
    const arc = chain[chain.length - 1]
    if (stage === last) return chain
    if (chain.length > 20) return undefined
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      const next = turns.to[turn]
      if (chain.includes(next)) continue
      const way = wayIndexOf(next)
      const grown = stages[stage + 1].includes(way)
        ? extend([...chain, next], stage + 1)
        : stage > 0 && stages[stage].includes(way)
          ? extend([...chain, next], stage)
          : undefined
      if (grown !== undefined) return grown
    }
    return undefined
  }
  for (let arc = 0; arc < arcs.count; arc++) {
    if (!stages[0].includes(wayIndexOf(arc))) continue
    const chain = extend([arc], 0)
    if (chain !== undefined) return chain
  }
  return undefined
}
