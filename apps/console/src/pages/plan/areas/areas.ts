import { rulerAt } from '@fairway/geo'
import { type Point, parsePoint, roundPoint } from '../../../points.ts'
import type { Area } from '../plan.ts'

/** Maximum number of areas that the service accepts in a request. */
export const MAX_AREAS = 20
const MIN_CORNERS = 3
const CIRCLE_CORNERS = 8

/**
 * Formats areas for the URL, such as `43.73,7.41_43.74,7.42_43.73,7.42`. Semicolons separate areas, and underscores
 * separate corners.
 */
export function formatAreas(areas: readonly Area[]): string {
  return areas.map((area) => area.map((corner) => corner.map(formatDegrees).join(',')).join('_')).join(';')
}

/** Parses the valid areas and ignores invalid areas, because links are sometimes truncated. */
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

/** Returns an octagon around a point, for users who do not want to draw corners. */
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

/** Formats degrees with a precision of one meter, which is enough for an area and keeps links short. */
function formatDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(5)))
}

function isPoint(point: Point | undefined): point is Point {
  return point !== undefined
}
