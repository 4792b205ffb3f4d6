import type { LocatedStation } from '../../charging/build-stations.ts'
import type { Polygon } from '../areas/polygon.ts'
import type { Houses } from './houses.ts'
import type { ResolvedLines } from './lines.ts'
import type { Names } from './names.ts'
import type { Poi } from './poi.ts'
import type { PlaceStrings } from './texts.ts'

/** All searchable data of an extract before areas are assigned. Positions are in degrees. */
export interface RawPlaces {
  readonly strings: PlaceStrings
  readonly houses: Houses
  readonly streets: readonly RawStreet[]
  readonly pois: readonly LocatedPoi[]
  readonly areas: readonly RawArea[]
  readonly stations: readonly LocatedStation[]
  readonly lines: ResolvedLines
}

/** A way that is part of a street. */
export interface RawStreet {
  readonly names: Names
  readonly highway: string
  /** Reference numbers, such as NY 25 or Ruta 5. */
  readonly roadRefs: readonly string[]
  readonly postcode: string | undefined
  readonly line: number
}

export interface LocatedPoi extends Poi {
  readonly latitude: number
  readonly longitude: number
}

/** A settlement, a boundary, or both. */
export interface RawArea {
  readonly osm: string
  readonly names: Names
  /** Value of the `place` tag. */
  readonly placeTag: string | undefined
  /** Level of an administrative boundary. */
  readonly adminLevel: number | undefined
  /** Postal code of a postal code boundary or of a settlement. */
  readonly postcode: string | undefined
  readonly isPostcode: boolean
  readonly population: number | undefined
  readonly latitude: number
  readonly longitude: number
  readonly polygon: Polygon | undefined
}
