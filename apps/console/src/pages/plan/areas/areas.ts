import { rulerAt } from '@fairway/geo'
import { formatName, parseName } from '../../../entry/name-in-url.ts'
import { type Point, parsePoint, roundPoint } from '../../../points.ts'
import type { Area } from '../plan.ts'

/** Maximum number of areas that the service accepts in a request. */
export const MAX_AREAS = 20
const MIN_CORNERS = 3
const CIRCLE_CORNERS = 8

/** Prefix of a hidden area in the URL. */
const HIDDEN_PREFIX = '!'
/** Maximum length of the name of an area, so that links stay short. */
export const MAX_AREA_NAME_LENGTH = 40

/**
 * Formats areas for the URL, such as `43.73,7.41_43.74,7.42_43.73,7.42*Harbor`. Semicolons separate areas, underscores
 * separate corners, and the name follows an asterisk. A hidden area starts with an exclamation mark.
 */
export function formatAreas(areas: readonly Area[]): string {
  return areas
    .map(({ corners, name, isHidden }) => {
      const outline = corners.map((corner) => corner.map(formatDegrees).join(',')).join('_')
      return `${isHidden ? HIDDEN_PREFIX : ''}${outline}${name === '' ? '' : `*${formatName(name)}`}`
    })
    .join(';')
}

/** Parses the valid areas and ignores invalid areas, because links are sometimes truncated. */
export function parseAreas(encoded: string): readonly Area[] {
  return encoded
    .split(';')
    .map(parseArea)
    .filter(({ corners }) => isArea(corners))
    .slice(0, MAX_AREAS)
}

function parseArea(encoded: string): Area {
  const isHidden = encoded.startsWith(HIDDEN_PREFIX)
  const [outline = '', ...name] = encoded.slice(isHidden ? HIDDEN_PREFIX.length : 0).split('*')
  const corners = outline.split('_').map(parsePoint).filter(isPoint)
  return { corners, name: toAreaName(parseName(name.join('*'))), isHidden }
}

/** Removes spaces at the ends of a name and cuts a name that is too long. */
export function toAreaName(typed: string): string {
  return typed.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_AREA_NAME_LENGTH)
}

export function isArea(corners: readonly Point[]): boolean {
  return corners.length >= MIN_CORNERS
}

/** Returns an octagon around a point, for users who do not want to draw corners. */
export function createAreaAround([latitude, longitude]: Point, radiusMeters: number): readonly Point[] {
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
