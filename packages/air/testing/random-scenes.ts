import type { Position } from '@fairway/geo'
import { between, metersBetween, toVector } from '../geometry/ellipsoid.ts'
import { Frame } from '../geometry/frame.ts'
import type { Outline } from '../model.ts'
import { Scene } from '../scene/scene.ts'
import { PathSearch } from '../search/find-path.ts'
import type { FoundPath } from '../search/path.ts'
import { type Place, type Travel, travelIn } from '../search/travel.ts'
import type { Wind } from '../search/wind.ts'
import { bruteForceCost } from './brute-force.ts'
import { block, circle, corners, offset, polygon } from './draw-zones.ts'
import { plainShapes } from './plain-shapes.ts'

export interface RandomScene {
  readonly outlines: readonly Outline[]
  readonly from: Position
  readonly to: Position
  readonly marginM: number
  readonly wind?: Wind
}

const middles: readonly Position[] = [
  [48.1, 11.5],
  [-34.9, 180],
  [0.01, -179.99],
  [90, 0],
  [-89.99, 30],
]

/** Random zones between two stops: round, convex, concave, with holes, self-intersecting, touching, nested. */
export function randomScene(random: () => number): RandomScene {
  const middle = middles[Math.floor(random() * middles.length)]
  const at = (size: number): readonly [number, number] => [(random() - 0.5) * size * 2, (random() - 0.5) * size]
  const outlines: Outline[] = []
  const count = 1 + Math.floor(random() * 4)
  for (let zone = 0; zone < count; zone++) {
    const center = offset(middle, ...at(4000))
    outlines.push(...randomOutlines(random, center))
  }
  return {
    outlines,
    from: offset(middle, -6000, (random() - 0.5) * 2000),
    to: offset(middle, 6000, (random() - 0.5) * 2000),
    marginM: 10 + random() * 90,
    ...(random() < 0.3 && { wind: { speedMs: random() * 14, fromDeg: random() * 360 } }),
  }
}

function randomOutlines(random: () => number, center: Position): Outline[] {
  const size = 200 + random() * 1500
  const kind = Math.floor(random() * 7)
  const star = (least: number) => {
    const count = 3 + Math.floor(random() * 4)
    return Array.from({ length: count }, (_, corner): readonly [number, number] => {
      const reach = size * (least + (1 - least) * random())
      const turned = ((corner + random() * 0.5) * 2 * Math.PI) / count
      return [reach * Math.cos(turned), reach * Math.sin(turned)]
    })
  }
  if (kind === 0) return [circle(center, size)]
  if (kind === 1) return [polygon(center, star(1))]
  if (kind === 2) return [polygon(center, star(0.1))]
  if (kind === 3) return [block(center, -size, -size, 0, size), block(center, 0, -size, size, size / 2)]
  if (kind === 4) return [circle(center, size), block(center, -size / 3, -size / 3, size / 3, size / 3)]
  if (kind === 5)
    return [polygon(center, corners(-size, -size, size, size), [corners(-size / 2, -size / 2, size / 2, size / 2)])]
  const [a, b, c, d] = corners(-size, -size / 2, size, size / 2)
  return [polygon(center, [a, c, b, d])]
}

export interface Compared {
  /** In seconds. Infinite if there is no path. */
  readonly found: number
  readonly brute: number
  /** How far the path violates the margin of a zone, in meters. 0 or less is fine. */
  readonly tooNear: number
}

/** Compares the search with brute force. */
export function compare({ outlines, from, to, marginM, wind }: RandomScene): Compared | undefined {
  const vectors = [toVector(from), toVector(to)]
  const frame = new Frame(between(vectors[0], vectors[1], 0.5))
  const scene = new Scene(
    frame,
    outlines.map((outline) => ({ outline })),
    { marginMeters: marginM, reachMeters: 100_000, stops: [from, to], openLines: [] },
  )
  if (vectors.some((vector) => scene.blocksAt(vector).length > 0)) return undefined
  const [start, goal] = vectors.map((vector): Place => ({ ...frame.project(vector), vector }))
  const travel: Travel = travelIn(15, wind)
  const { path } = new PathSearch(scene, travel, { start, goal, startMs: 0 }).find()
  const shapes = outlines.flatMap((outline) => plainShapes(frame, outline, marginM))
  return {
    found: path?.cost ?? Number.POSITIVE_INFINITY,
    brute: bruteForceCost(frame, shapes, start, goal, travel),
    tooNear: path ? marginM - clearance(frame, outlines, path) : 0,
  }
}

/** Minimum distance of the path to any zone, measured to the original outlines rather than the search shapes. */
function clearance(frame: Frame, outlines: readonly Outline[], { legs }: FoundPath): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const { from, to } of legs) {
    for (const outline of outlines) {
      if (outline.kind === 'circle') {
        const center = toVector(outline.center)
        const off = nearestOnLine(frame, from, to, center)
        nearest = Math.min(nearest, off - outline.radiusMeters)
        continue
      }
      for (const ring of [outline.outer, ...outline.holes]) {
        const points = ring.map((corner): Place => ({ ...frame.project(toVector(corner)), vector: toVector(corner) }))
        points.forEach((a, at) => {
          const b = points[(at + 1) % points.length]
          if (cross(from, to, a) * cross(from, to, b) < 0 && cross(a, b, from) * cross(a, b, to) < 0) nearest = 0
          nearest = Math.min(
            nearest,
            nearestOnLine(frame, from, to, a.vector),
            nearestOnLine(frame, a, b, from.vector),
            nearestOnLine(frame, a, b, to.vector),
          )
        })
      }
    }
  }
  return nearest
}

const cross = (a: Place, b: Place, c: Place) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/**
 * Distance on the earth, in meters, from a point to its nearest point on a line. The nearest point is found on the map.
 */
function nearestOnLine(frame: Frame, from: Place, to: Place, point: Place['vector']): number {
  const { x, y } = frame.project(point)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square))
  return metersBetween(frame.lift(from.x + dx * share, from.y + dy * share), point)
}
