import type { PlannedLeg } from '@fairway/road/route/leg.ts'
import type { Region } from '../../engines/region.ts'

/** What a person would call the other way by: the road on which it runs the longest and the best way does not. */
export function whyAnother(region: Region, legs: readonly PlannedLeg[], best: readonly PlannedLeg[]): string {
  const { arcs, edges, roads } = region.map.network
  const usual = new Set<number>()
  for (const { arcs: path } of best) for (const arc of path) usual.add((arcs.edgeSide[arc] ?? 0) >>> 1)
  const lengthOf = new Map<number, number>()
  for (const { arcs: path } of legs) {
    for (const arc of path) {
      const edge = (arcs.edgeSide[arc] ?? 0) >>> 1
      const road = edges.road[edge] ?? 0
      const label = roads.name[road] || roads.ref[road] || 0
      if (label === 0 || usual.has(edge)) continue
      lengthOf.set(label, (lengthOf.get(label) ?? 0) + (edges.lengthCm[edge] ?? 0))
    }
  }
  let longest = 0
  for (const [label, length] of lengthOf) if (length > (lengthOf.get(longest) ?? 0)) longest = label
  return longest === 0 ? 'another way' : `via ${region.texts.get(longest)}`
}
