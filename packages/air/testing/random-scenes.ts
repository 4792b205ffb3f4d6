import type { Position } from '@fairway/geo'
import { interpolate, metersBetween, toVector } from '../geometry/ellipsoid.ts'
import { Frame } from '../geometry/frame.ts'
import type { Outline } from '../model.ts'
import { Scene } from '../scene/scene.ts'
import { PathSearch } from '../search/find-path.ts'
import type { FoundPath } from '../search/path.ts'
import { makeTravelTime, type ProjectedPoint, type TravelTime } from '../search/travel.ts'
import type { Wind } from '../search/wind.ts'
import { bruteForceCost } from './brute-force.ts'
import { makeCircle, makePolygon, makeRectangle, offsetPosition, rectangleCorners } from './draw-zones.ts'
import { toExactShapes } from './plain-shapes.ts'

export interface RandomScene {
  readonly outlines: readonly Outline[]
  readonly from: Position
  readonly to: Position
  readonly marginM: number
  readonly wind?: Wind
}

const centers: readonly Position[] = [
  [48.1, 11.5],
  [-34.9, 180],
  [0.01, -179.99],
  [90, 0],
  [-89.99, 30],
]

/**
 * Creates random zones between two stops: round, convex, concave, with holes, self-intersecting, touching, and nested.
 */
export function randomScene(random: () => number): RandomScene {
  const middle = centers[Math.floor(random() * centers.length)]
  const at = (size: number): readonly [number, number] => [(random() - 0.5) * size * 2, (random() - 0.5) * size]
  const outlines: Outline[] = []
  const count = 1 + Math.floor(random() * 4)
  for (let zone = 0; zone < count; zone++) {
    const center = offsetPosition(middle, ...at(4000))
    outlines.push(...randomOutlines(random, center))
  }
  return {
    outlines,
    from: offsetPosition(middle, -6000, (random() - 0.5) * 2000),
    to: offsetPosition(middle, 6000, (random() - 0.5) * 2000),
    marginM: 10 + random() * 90,
    ...(random() < 0.3 && { wind: { speedMs: random() * 14, fromDeg: random() * 360 } }),
  }
}

function randomOutlines(random: () => number, center: Position): Outline[] {
  const size = 200 + random() * 1500
  const kind = Math.floor(random() * 7)
  const star = (min: number) => {
    const count = 3 + Math.floor(random() * 4)
    return Array.from({ length: count }, (_, corner): readonly [number, number] => {
      const reach = size * (min + (1 - min) * random())
      const turned = ((corner + random() * 0.5) * 2 * Math.PI) / count
      return [reach * Math.cos(turned), reach * Math.sin(turned)]
    })
  }
  if (kind === 0) return [makeCircle(center, size)]
  if (kind === 1) return [makePolygon(center, star(1))]
  if (kind === 2) return [makePolygon(center, star(0.1))]
  if (kind === 3) return [makeRectangle(center, -size, -size, 0, size), makeRectangle(center, 0, -size, size, size / 2)]
  if (kind === 4) return [makeCircle(center, size), makeRectangle(center, -size / 3, -size / 3, size / 3, size / 3)]
  if (kind === 5)
    return [
      makePolygon(center, rectangleCorners(-size, -size, size, size), [
        rectangleCorners(-size / 2, -size / 2, size / 2, size / 2),
      ]),
    ]
  const [a, b, c, d] = rectangleCorners(-size, -size / 2, size, size / 2)
  return [makePolygon(center, [a, c, b, d])]
}

export interface CostComparison {
  /** Cost in seconds. Infinite if there is no path. */
  readonly foundCost: number
  readonly bruteForceCost: number
  /** Distance by which the path violates the margin of a zone, in meters. 0 or less means no violation. */
  readonly clearanceDeficit: number
}

/** Compares the search with brute force. */
export function compareCosts({ outlines, from, to, marginM, wind }: RandomScene): CostComparison | undefined {
  const vectors = [toVector(from), toVector(to)]
  const frame = new Frame(interpolate(vectors[0], vectors[1], 0.5))
  const scene = new Scene(
    frame,
    outlines.map((outline) => ({ outline })),
    { marginMeters: marginM, reachMeters: 100_000, stops: [from, to], openLines: [] },
  )
  if (vectors.some((vector) => scene.listBlocksAt(vector).length > 0)) return undefined
  const [start, goal] = vectors.map((vector): ProjectedPoint => ({ ...frame.project(vector), vector }))
  const travel: TravelTime = makeTravelTime(15, wind)
  const { path } = new PathSearch(scene, travel, { start, goal, startMs: 0 }).find()
  const shapes = outlines.flatMap((outline) => toExactShapes(frame, outline, marginM))
  return {
    foundCost: path?.cost ?? Number.POSITIVE_INFINITY,
    bruteForceCost: bruteForceCost(frame, shapes, start, goal, travel),
    clearanceDeficit: path ? marginM - measureClearance(frame, outlines, path) : 0,
  }
}

/**
 * Returns the minimum distance of the path to any zone, measured to the original outlines instead of the search shapes.
 */
function measureClearance(frame: Frame, outlines: readonly Outline[], { legs }: FoundPath): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const { from, to } of legs) {
    for (const outline of outlines) {
      if (outline.kind === 'circle') {
        const center = toVector(outline.center)
        const off = distanceToLine(frame, from, to, center)
        nearest = Math.min(nearest, off - outline.radiusMeters)
        continue
      }
      for (const ring of [outline.outer, ...outline.holes]) {
        const points = ring.map(
          (corner): ProjectedPoint => ({ ...frame.project(toVector(corner)), vector: toVector(corner) }),
        )
        points.forEach((a, at) => {
          const b = points[(at + 1) % points.length]
          if (
            crossProduct(from, to, a) * crossProduct(from, to, b) < 0 &&
            crossProduct(a, b, from) * crossProduct(a, b, to) < 0
          )
            nearest = 0
          nearest = Math.min(
            nearest,
            distanceToLine(frame, from, to, a.vector),
            distanceToLine(frame, a, b, from.vector),
            distanceToLine(frame, a, b, to.vector),
          )
        })
      }
    }
  }
  return nearest
}

const crossProduct = (a: ProjectedPoint, b: ProjectedPoint, c: ProjectedPoint) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/**
 * Returns the distance on the earth, in meters, from a point to its nearest point on a line. The nearest point is found
 * on the map.
 */
function distanceToLine(
  frame: Frame,
  from: ProjectedPoint,
  to: ProjectedPoint,
  point: ProjectedPoint['vector'],
): number {
  const { x, y } = frame.project(point)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / square))
  return metersBetween(frame.unproject(from.x + dx * share, from.y + dy * share), point)
}
