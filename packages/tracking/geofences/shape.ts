import type { Position } from '@fairway/geo'
import { makeCircle } from './circle.ts'
import { makeCorridor } from './corridor.ts'
import type { FenceShape } from './fence-shape.ts'
import { makePolygon } from './polygon.ts'

/** Definition of an area. Longitudes wrap around at the 180th meridian. */
export type ShapeInput =
  | { readonly type: 'circle'; readonly center: Position; readonly radiusM: number }
  /** The outer ring, followed by the holes. Rings are closed implicitly, and edges are straight lines in degrees. */
  | { readonly type: 'polygon'; readonly rings: readonly (readonly Position[])[] }
  /** All positions within a distance of a line of great-circle arcs. */
  | { readonly type: 'corridor'; readonly line: readonly Position[]; readonly distanceM: number }

export function makeFenceShape(input: ShapeInput): FenceShape {
  switch (input.type) {
    case 'circle':
      return makeCircle(input.center, input.radiusM)
    case 'polygon':
      return makePolygon(input.rings)
    case 'corridor':
      return makeCorridor(input.line, input.distanceM)
  }
}
