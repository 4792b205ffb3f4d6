import type { Point, RouteRequestGeometry } from '../api-types.ts'
import type { GeoJsonLine } from '../delta/geometry.ts'

/** A line that is split where it crosses 180°. */
export interface GeoJsonLines {
  readonly type: 'MultiLineString'
  readonly coordinates: readonly (readonly (readonly number[])[])[]
}

/** Line type of a response, selected by the `geometry` of its request. */
export type LineInFormat<Format extends RouteRequestGeometry> = Format extends 'points'
  ? readonly Point[]
  : Format extends 'none'
    ? null
    : Format extends 'geojson'
      ? GeoJsonLine | GeoJsonLines
      : string

/** A response whose line type follows from the requested format. */
export type WithLine<Reply, Format extends RouteRequestGeometry> = Omit<Reply, 'geometry' | 'alternatives'> & {
  readonly geometry: LineInFormat<Format>
} & (Reply extends { readonly alternatives: readonly (infer Other)[] }
    ? { readonly alternatives: readonly (Omit<Other, 'geometry'> & { readonly geometry: LineInFormat<Format> })[] }
    : unknown)

/** A request with its line format. Default: `points`. */
export type WithGeometryFormat<Request, Format> = Omit<Request, 'geometry'> & { readonly geometry?: Format | undefined }
