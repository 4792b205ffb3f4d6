import type { RoadTable } from '../../network/network.ts'
import type { DrawnEdge } from './edge-list.ts'
import type { StringTableBuilder } from './text-builder.ts'

export function buildRoadTable(
  edges: readonly DrawnEdge[],
  strings: StringTableBuilder,
): { readonly roads: RoadTable; readonly roadOf: Uint32Array } {
  const numbers = new Map<string, number>()
  const distinct: DrawnEdge[] = []
  const roadOf = Uint32Array.from(edges, (edge) => {
    const existing = numbers.get(edge.key)
    if (existing !== undefined) return existing
    numbers.set(edge.key, distinct.length)
    return distinct.push(edge) - 1
  })
  const specs = distinct.map(({ spec }) => spec)
  const roads: RoadTable = {
    count: specs.length,
    roadClass: Uint8Array.from(specs, (s) => s.roadClass),
    mode: Uint8Array.from(specs.flatMap((s) => [s.mode, s.mode])),
    flags: Uint32Array.from(specs, (s) => s.flags),
    surface: new Uint8Array(specs.length),
    lanes: Uint8Array.from(specs, (s) => s.lanes),
    name: Uint32Array.from(specs, (s) => strings.add(s.name)),
    ref: Uint32Array.from(specs, (s) => strings.add(s.ref)),
    rotaryName: Uint32Array.from(specs, () => 0),
    pronunciation: Uint32Array.from(specs, (s) => strings.add(s.pronunciation)),
    destinations: Uint32Array.from(specs.flatMap((s) => s.destinations.map((string) => strings.add(string)))),
    turnLanes: Uint32Array.from(specs.flatMap((s) => s.turnLanes.map((string) => strings.add(string)))),
    exits: Uint32Array.from(specs, (s) => strings.add(s.exits)),
    country: new Uint32Array(specs.length),
  }
  return { roads, roadOf }
}
