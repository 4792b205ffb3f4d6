import type { Position } from '@fairway/geo'
import type { Corridor, Outline, Zone } from '../model.ts'
import { makeCircle, makeCorridor, makePolygon, makeRectangle, makeZone, offsetPosition } from './draw-zones.ts'

/**
 * Creates `count` zones with sizes from 50 m up to `largest` around a center. The zones are round, square, convex, or
 * concave.
 */
export function randomZones(
  random: () => number,
  middle: Position,
  count: number,
  { wide, high, largest }: { wide: number; high: number; largest: number },
): Zone[] {
  return Array.from({ length: count }, (_, at) => {
    const center = offsetPosition(middle, (random() - 0.5) * wide, (random() - 0.5) * high)
    return makeZone(`zone-${at}`, randomOutline(random, center, 50 + random() * (largest - 50)))
  })
}

function randomOutline(random: () => number, center: Position, size: number): Outline {
  const kind = random()
  if (kind < 0.5) return makeCircle(center, size)
  if (kind < 0.7) return makeRectangle(center, -size, -size / 2, size, size / 2)
  const count = 4 + Math.floor(random() * 6)
  const minRadiusShare = kind < 0.85 ? 1 : 0.3
  return makePolygon(
    center,
    Array.from({ length: count }, (_, corner) => {
      const reach = size * (minRadiusShare + (1 - minRadiusShare) * random())
      const turned = (corner * 2 * Math.PI) / count
      return [reach * Math.cos(turned), reach * Math.sin(turned)]
    }),
  )
}

/** Creates corridors across an area of zones, some of them bent. */
export function randomCorridors(random: () => number, middle: Position, count: number): Corridor[] {
  const across = (from: number, to: number): Position =>
    offsetPosition(middle, from + random() * (to - from), (random() - 0.5) * 4000)
  return Array.from({ length: count }, (_, at) =>
    makeCorridor(`corridor-${at}`, [across(-6000, -3000), across(-1000, 1000), across(3000, 6000)], {
      direction: random() < 0.3 ? 'forward' : 'both',
    }),
  )
}

/** Creates concave zones as six-pointed stars with sizes from 50 m up to `largest`. */
export function randomStars(
  random: () => number,
  middle: Position,
  count: number,
  { wide, high, largest }: { wide: number; high: number; largest: number },
): Zone[] {
  return Array.from({ length: count }, (_, at) => {
    const center = offsetPosition(middle, (random() - 0.5) * wide, (random() - 0.5) * high)
    return makeZone(`star-${at}`, makeStar(center, 50 + random() * (largest - 50), 12, 0.5))
  })
}

/** Makes a star. Every other corner is pulled inward to a fraction of the size. */
export function makeStar(center: Position, size: number, count: number, share: number): Outline {
  return makePolygon(
    center,
    Array.from({ length: count }, (_, corner) => {
      const reach = corner % 2 === 0 ? size * share : size
      const turned = (corner * 2 * Math.PI) / count
      return [reach * Math.cos(turned), reach * Math.sin(turned)]
    }),
  )
}
