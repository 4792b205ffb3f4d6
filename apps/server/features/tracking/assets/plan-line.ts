import { checksumOf, type Geometry, type GeometryFormat, roundedFor, writeGeometry } from '@fairway/client'
import { type Coordinates, parsePolyline } from '@fairway/geo'
import type { AttachedPlan } from './asset.ts'

/** The formats of lines that a delta can belong to: all but none at all. */
export const lineFormats = ['points', 'polyline', 'polyline6', 'geojson'] as const satisfies readonly GeometryFormat[]

/** As the line was told when the plan was attached; who was told none asks for points. Older plans do not know. */
export function toLineFormat(asked: unknown): GeometryFormat {
  return lineFormats.find((one) => one === asked) ?? 'points'
}

export function deltaFormatOf({ route }: Pick<AttachedPlan, 'route'>): GeometryFormat {
  return toLineFormat(route.format)
}

/** The line of a plan, as the reply of attaching has told it in that format. */
export function lineOf(plan: AttachedPlan, format: GeometryFormat): Geometry {
  return writeLine(coordinatesOf(plan), format)
}

/** As all routes are written: where a format rounds, it rounds micro-degrees, as checksums and deltas do. */
export function writeLine(line: Coordinates, format: GeometryFormat): Geometry {
  return writeGeometry(roundedFor(line, format), format)
}

/** What deltas that belong to the plan name as the checksum of their old line. */
export function lineChecksum(plan: AttachedPlan): string {
  return checksumOf(roundedFor(coordinatesOf(plan), deltaFormatOf(plan)))
}

export function coordinatesOf({ line }: AttachedPlan): Coordinates {
  const read = parsePolyline(line.line, 6)
  if (!read) throw new Error('the line of an attached plan cannot be read')
  return read
}
