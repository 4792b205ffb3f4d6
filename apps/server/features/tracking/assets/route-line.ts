import { checksumOf, type Geometry, type GeometryFormat, roundedFor, writeGeometry } from '@fairway/client'
import { type Coordinates, parsePolyline } from '@fairway/geo'
import type { StoredAssetRoute } from './asset.ts'

/** Geometry formats that support deltas, which are all formats except `none`. */
export const lineFormats = ['points', 'polyline', 'polyline6', 'geojson'] as const satisfies readonly GeometryFormat[]

/**
 * Returns the line format of the attach request, or `points` if no line was requested. Older asset routes do not store
 * the format.
 */
export function toLineFormat(requestedFormat: unknown): GeometryFormat {
  return lineFormats.find((candidate) => candidate === requestedFormat) ?? 'points'
}

export function getDeltaFormat({ route }: Pick<StoredAssetRoute, 'route'>): GeometryFormat {
  return toLineFormat(route.format)
}

/** Returns the line of an asset route in a format, encoded like the attach reply. */
export function toRouteLine(assetRoute: StoredAssetRoute, format: GeometryFormat): Geometry {
  return encodeLine(toRouteCoordinates(assetRoute), format)
}

/**
 * Encodes a line in the same way as the lines of all routes. Rounding is based on microdegrees, as in checksums and
 * deltas.
 */
export function encodeLine(line: Coordinates, format: GeometryFormat): Geometry {
  return writeGeometry(roundedFor(line, format), format)
}

/** Returns the checksum of the old line that deltas for this asset route refer to. */
export function computeLineChecksum(assetRoute: StoredAssetRoute): string {
  return checksumOf(roundedFor(toRouteCoordinates(assetRoute), getDeltaFormat(assetRoute)))
}

function toRouteCoordinates({ line }: StoredAssetRoute): Coordinates {
  const coordinates = parsePolyline(line.line, 6)
  if (!coordinates) throw new Error('the line of an attached route cannot be read')
  return coordinates
}
