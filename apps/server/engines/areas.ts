import type { RoadNetwork } from '@fairway/road/network/network.ts'
import type { Ring } from './handles.ts'

type Edges = RoadNetwork['edges']

/** Marks the arcs of all roads that touch one of the areas. */
export function closeAreas({ edges, arcs }: RoadNetwork, areas: readonly Ring[], closed: Uint8Array): void {
  if (areas.length === 0) return
  const isTouched = areaTest(edges, areas)
  const edgeIsInside = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) if (isTouched(edge)) edgeIsInside[edge] = 1
  for (let arc = 0; arc < arcs.count; arc++) {
    if (edgeIsInside[(arcs.edgeSide[arc] ?? 0) >>> 1] === 1) closed[arc] = 1
  }
}

/** Tells of an edge whether it touches one of the areas. */
export function areaTest(edges: Edges, areas: readonly Ring[]): (edge: number) => boolean {
  const shapes = areas.map(toShape)
  return (edge) => shapes.some((shape) => touches(shape, edges, edge))
}

/** A ring in micro-degrees with its box. Longitudes are unrolled, so that a ring across the date line stays in one piece. */
interface AreaShape {
  readonly y: Float64Array
  readonly x: Float64Array
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

function toShape(ring: Ring): AreaShape {
  const y = Float64Array.from(ring, ([latitude]) => latitude * 1e6)
  const x = new Float64Array(ring.length)
  let before = ring[0]?.[1] ?? 0
  ring.forEach(([, longitude], index) => {
    let next = longitude
    while (next - before > 180) next -= 360
    while (next - before < -180) next += 360
    x[index] = next * 1e6
    before = next
  })
  return { y, x, south: Math.min(...y), north: Math.max(...y), west: Math.min(...x), east: Math.max(...x) }
}

function touches(shape: AreaShape, { shapeFirst, shapeLatitude, shapeLongitude }: Edges, edge: number): boolean {
  const end = (shapeFirst[edge + 1] ?? 0) - 1
  for (let i = shapeFirst[edge] ?? 0; i < end; i++) {
    const y0 = shapeLatitude[i] ?? 0
    const y1 = shapeLatitude[i + 1] ?? 0
    if (Math.max(y0, y1) < shape.south || Math.min(y0, y1) > shape.north) continue
    const ahead = around((shapeLongitude[i + 1] ?? 0) - (shapeLongitude[i] ?? 0))
    for (const turn of [0, 360e6, -360e6]) {
      const x0 = (shapeLongitude[i] ?? 0) + turn
      const x1 = x0 + ahead
      if (Math.max(x0, x1) < shape.west || Math.min(x0, x1) > shape.east) continue
      if (contains(shape, y0, x0) || contains(shape, y1, x1) || crosses(shape, y0, x0, y1, x1)) return true
    }
  }
  return false
}

/** The shorter way around the earth. */
function around(difference: number): number {
  if (difference > 180e6) return difference - 360e6
  return difference < -180e6 ? difference + 360e6 : difference
}

function contains({ y, x }: AreaShape, py: number, px: number): boolean {
  let inside = false
  for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
    const yi = y[i] ?? 0
    const yj = y[j] ?? 0
    const xi = x[i] ?? 0
    const xj = x[j] ?? 0
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

function crosses({ y, x }: AreaShape, y0: number, x0: number, y1: number, x1: number): boolean {
  for (let i = 0, j = y.length - 1; i < y.length; j = i++) {
    const ay = y[j] ?? 0
    const ax = x[j] ?? 0
    const by = y[i] ?? 0
    const bx = x[i] ?? 0
    const side = (py: number, px: number) => Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
    const other = (py: number, px: number) => Math.sign((x1 - x0) * (py - y0) - (y1 - y0) * (px - x0))
    if (side(y0, x0) !== side(y1, x1) && other(ay, ax) !== other(by, bx)) return true
  }
  return false
}
