import { rulerAt } from '@fairway/geo'
import { type Point, parsePoint, roundPoint } from '../../../points.ts'
import type { Area } from '../plan.ts'

/** The service accepts this many areas in a request. */
export const MAX_AREAS = 20
const MIN_CORNERS = 3
const CIRCLE_CORNERS = 8

/** Areas are separated by semicolons, corners by underscores: `43.73,7.41_43.74,7.42_43.73,7.42`. */
export function formatAreas(areas: readonly Area[]): string {
  return areas.map((area) => area.map((corner) => corner.map(formatDegrees).join(',')).join('_')).join(';')
}

/** Reads the valid areas and ignores the rest, because users truncate links. */
export function parseAreas(encoded: string): readonly Area[] {
  return encoded
    .split(';')
    .map((area) => area.split('_').map(parsePoint).filter(isPoint))
    .filter(isArea)
    .slice(0, MAX_AREAS)
}

export function isArea(corners: readonly Point[]): boolean {
  return corners.length >= MIN_CORNERS
}

/** An octagon around a point, for users who do not want to draw corners. */
export function createAreaAround([latitude, longitude]: Point, radiusMeters: number): Area {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return Array.from({ length: CIRCLE_CORNERS }, (_, index) => {
    const angle = (2 * Math.PI * (index + 0.5)) / CIRCLE_CORNERS
    return roundPoint([
      latitude + (radiusMeters * Math.cos(angle)) / perLatitudeDegree,
      longitude + (radiusMeters * Math.sin(angle)) / perLongitudeDegree,
    ])
  })
}

/** One meter is precise enough for an area, and keeps links short. */
function formatDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(5)))
}

function isPoint(point: Point | undefined): point is Point {
  return point !== undefined
}
