import { checksumOf, type Geometry, type GeometryFormat, roundedFor, writeGeometry } from '@fairway/client'
import { type Coordinates, parsePolyline } from '@fairway/geo'
import type { AttachedPlan } from './asset.ts'

/** Geometry formats that support deltas: all except none. */
export const lineFormats = ['points', 'polyline', 'polyline6', 'geojson'] as const satisfies readonly GeometryFormat[]

/**
 * The line format used when the route was attached; points if no line was requested. Older asset routes do not store
 * it.
 */
export function toLineFormat(asked: unknown): GeometryFormat {
  return lineFormats.find((one) => one === asked) ?? 'points'
}

export function deltaFormatOf({ route }: Pick<AttachedPlan, 'route'>): GeometryFormat {
  return toLineFormat(route.format)
}

/** The line of an asset route, as the attach reply returned it in that format. */
export function lineOf(plan: AttachedPlan, format: GeometryFormat): Geometry {
  return writeLine(coordinatesOf(plan), format)
}

/** Uses the format of all routes. Rounding is based on microdegrees, as in checksums and deltas. */
export function writeLine(line: Coordinates, format: GeometryFormat): Geometry {
  return writeGeometry(roundedFor(line, format), format)
}

/** The old-line checksum that deltas of this asset route refer to. */
export function lineChecksum(plan: AttachedPlan): string {
  return checksumOf(roundedFor(coordinatesOf(plan), deltaFormatOf(plan)))
}

export function coordinatesOf({ line }: AttachedPlan): Coordinates {
  const read = parsePolyline(line.line, 6)
  if (!read) throw new Error('the line of an attached route cannot be read')
  return read
}
