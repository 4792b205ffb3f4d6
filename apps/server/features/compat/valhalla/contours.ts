import { flatDistanceMeters } from '@fairway/geo'

export interface Contour {
  readonly metric: 'time' | 'distance'
  /** Limit in minutes or kilometers. */
  readonly value: number
  readonly color: string
}

/** Location as [longitude, latitude]. */
type Location = readonly number[]
type Ring = readonly Location[]

/** Fields of a POST /v1/isochrone contour that are converted. */
export interface NativeContour {
  readonly properties: { readonly minutes?: number; readonly kilometers?: number }
  readonly geometry: { readonly coordinates: readonly (readonly Ring[])[] }
}

interface FeatureOptions {
  readonly hasPolygons: boolean
  /**
   * Minimum size of polygons and holes, as a share of the size of the largest polygon. Smaller polygons and holes are
   * omitted.
   */
  readonly denoise: number
}

const CONTOUR_OPACITY = 0.33

/**
 * Creates GeoJSON features as Valhalla does. The largest contour comes first, with one feature per polygon, or per ring
 * if lines are requested.
 */
export function toFeatures(areas: ReadonlyMap<Contour, NativeContour>, options: FeatureOptions): object[] {
  return [...areas]
    .sort(([a], [b]) => b.value - a.value)
    .flatMap(([contour, area]) => {
      const polygons = leaveOutSmall(area.geometry.coordinates, options.denoise)
      const toFeature = (type: string, coordinates: unknown) => toContourFeature(contour, type, coordinates)
      if (options.hasPolygons) return polygons.map((polygon) => toFeature('Polygon', polygon))
      return polygons.flatMap((polygon) => polygon.map((ring) => toFeature('LineString', ring)))
    })
}

function toContourFeature({ metric, value, color }: Contour, type: string, coordinates: unknown): object {
  return {
    type: 'Feature',
    properties: {
      'fill-opacity': CONTOUR_OPACITY,
      fillColor: color,
      opacity: CONTOUR_OPACITY,
      fill: color,
      fillOpacity: CONTOUR_OPACITY,
      color,
      contour: value,
      metric,
    },
    geometry: { type, coordinates },
  }
}

/** Removes small polygons and small holes, as Valhalla does, and sorts polygons by area, the largest first. */
function leaveOutSmall(polygons: readonly (readonly Ring[])[], denoise: number): (readonly Ring[])[] {
  const measuredPolygons = polygons.map((polygon) => ({ polygon, area: measureArea(polygon[0] ?? []) }))
  measuredPolygons.sort((a, b) => b.area - a.area)
  const minArea = denoise * (measuredPolygons[0]?.area ?? 0)
  return measuredPolygons
    .filter(({ area }) => area >= minArea)
    .map(({ polygon }) => polygon.filter((ring, index) => index === 0 || measureArea(ring) >= minArea))
}

/** Returns the area in square meters, by the shoelace formula around the first point. */
function measureArea(ring: Ring): number {
  const [[originLongitude = 0, originLatitude = 0] = []] = ring
  const toMeters = ([longitude = 0, latitude = 0]: Location) => {
    const x = flatDistanceMeters(originLatitude, originLongitude, originLatitude, longitude)
    const y = flatDistanceMeters(originLatitude, originLongitude, latitude, originLongitude)
    return [longitude < originLongitude ? -x : x, latitude < originLatitude ? -y : y] as const
  }
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = toMeters(ring[i - 1] ?? [])
    const [bx, by] = toMeters(ring[i] ?? [])
    sum += ax * by - bx * ay
  }
  return Math.abs(sum) / 2
}
