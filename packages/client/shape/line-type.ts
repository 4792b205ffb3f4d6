import type { Point, RouteRequestGeometry } from '../api-types.ts'
import type { GeoJsonLine } from '../delta/geometry.ts'

/** Where a line crosses 180°, it is cut. */
export interface GeoJsonLines {
  readonly type: 'MultiLineString'
  readonly coordinates: readonly (readonly (readonly number[])[])[]
}

/** The line of a reply, by the `geometry` of its request. */
export type LineIn<Format extends RouteRequestGeometry> = Format extends 'points'
  ? readonly Point[]
  : Format extends 'none'
    ? null
    : Format extends 'geojson'
      ? GeoJsonLine | GeoJsonLines
      : string

/** A reply whose lines are known by what was asked for. */
export type WithLine<Reply, Format extends RouteRequestGeometry> = Omit<Reply, 'geometry' | 'alternatives'> & {
  readonly geometry: LineIn<Format>
} & (Reply extends { readonly alternatives: readonly (infer Other)[] }
    ? { readonly alternatives: readonly (Omit<Other, 'geometry'> & { readonly geometry: LineIn<Format> })[] }
    : unknown)

/** A request, and the format of line it asks for: `points` when it does not say. */
export type Asking<Request, Format> = Omit<Request, 'geometry'> & { readonly geometry?: Format | undefined }
