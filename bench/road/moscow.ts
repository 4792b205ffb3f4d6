import { existsSync, readFileSync } from 'node:fs'
import { sharedPath } from '@fairway/geo/testing'
import type { TurnGraph } from '@fairway/road'

const folder = sharedPath('data/graphs/')

export function hasMoscow(): boolean {
  return existsSync(`${folder}moscow-roads.gr.bin`)
}

/**
 * Reads the streets of Moscow: coordinates and node pairs, counted from 1. All streets are bidirectional and have no
 * tags. Turns cost nothing, and U-turns are allowed only at dead ends. Weights are lengths in coordinate units.
 */
export function readMoscow(): { graph: TurnGraph; turnWeight: Int32Array } {
  const coordinates = readIntegers('moscow-roads.co.bin')
  const ends = readIntegers('moscow-roads.gr.bin')
  const nodeCount = coordinates.length / 2
  const x = Float64Array.from({ length: nodeCount }, (_, node) => coordinates[2 * node] ?? 0)
  const y = Float64Array.from({ length: nodeCount }, (_, node) => coordinates[2 * node + 1] ?? 0)
  // Arc 2e follows edge e, and arc 2e + 1 is its reverse, so their numbers differ only in the lowest bit.
  const arcTail = Uint32Array.from(ends, (node) => node - 1)
  const arcHead = arcTail.map((_, arc) => arcTail[arc ^ 1] ?? 0)
  const weights = Array.from(arcTail, (tail, arc) => {
    const head = arcHead[arc] ?? 0
    return Math.max(1, Math.round(Math.hypot((x[tail] ?? 0) - (x[head] ?? 0), (y[tail] ?? 0) - (y[head] ?? 0))))
  })
  return withTurns({ nodeCount, x, y, arcCount: arcTail.length, arcTail, arcHead }, weights)
}

function withTurns(
  arcs: Omit<TurnGraph, 'turnCount' | 'turnFrom' | 'turnTo'>,
  weights: readonly number[],
): { graph: TurnGraph; turnWeight: Int32Array } {
  const leaving = Array.from({ length: arcs.nodeCount }, () => [] as number[])
  arcs.arcTail.forEach((tail, arc) => void leaving[tail]?.push(arc))
  const [from, to]: [number[], number[]] = [[], []]
  arcs.arcHead.forEach((head, arc) => {
    const next = leaving[head] ?? []
    for (const out of next) {
      if (out === (arc ^ 1) && next.length > 1) continue
      from.push(arc)
      to.push(out)
    }
  })
  return {
    graph: { ...arcs, turnCount: from.length, turnFrom: Uint32Array.from(from), turnTo: Uint32Array.from(to) },
    turnWeight: Int32Array.from(from, (arc) => weights[arc] ?? 0),
  }
}

function readIntegers(name: string): Int32Array {
  const bytes = readFileSync(`${folder}${name}`)
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
}
