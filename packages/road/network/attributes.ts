/** Road classes, as numbers small enough for typed arrays. The names are OpenStreetMap highway values. */

export const RoadClass = {
  motorway: 0,
  motorwayLink: 1,
  trunk: 2,
  trunkLink: 3,
  primary: 4,
  primaryLink: 5,
  secondary: 6,
  secondaryLink: 7,
  tertiary: 8,
  tertiaryLink: 9,
  unclassified: 10,
  residential: 11,
  livingStreet: 12,
  service: 13,
  track: 14,
  ferry: 15,
  train: 16,
  /** Any other way that is drivable according to its tags, such as a path with motorcar=yes, a pier or a square. */
  other: 17,
  /** A street or square for pedestrians. */
  pedestrian: 18,
  /** Unspecific OSM ways that are not built for cars, tagged highway=path or highway=bridleway. */
  path: 19,
  footway: 20,
  cycleway: 21,
  steps: 22,
} as const
export type RoadClass = (typeof RoadClass)[keyof typeof RoadClass]

export function isLink(roadClass: number): boolean {
  return roadClass <= RoadClass.tertiaryLink && (roadClass & 1) === 1
}

/** Travel modes. `pushing` means walking with a bicycle. */
export const TravelMode = { driving: 0, ferry: 1, train: 2, walking: 3, cycling: 4, pushing: 5 } as const
export type TravelMode = (typeof TravelMode)[keyof typeof TravelMode]

/** Number that is added to the mode on stairs. */
const ON_STAIRS = 8

/**
 * Returns the mode of one direction of a road, or a different number for the same mode on stairs. Where this number
 * changes, travelers need an instruction even if they continue straight.
 */
export function getTravelManner(
  { mode, roadClass }: { readonly mode: Uint8Array; readonly roadClass: Uint8Array },
  road: number,
  direction: number,
): number {
  return mode[2 * road + direction] + (roadClass[road] === RoadClass.steps ? ON_STAIRS : 0)
}

/** Bits of `roads.flags`, which are attributes of both directions of a road. */
export const RoadFlag = {
  /** A road with junction=roundabout, where circulating traffic has the right of way. */
  roundabout: 1 << 0,
  /** A road with junction=circular, where circulating traffic has no right of way. */
  circular: 1 << 1,
  /** Roads on which cars pay a toll. */
  toll: 1 << 2,
  tunnel: 1 << 3,
  bridge: 1 << 4,
  unpaved: 1 << 5,
  /** One of two carriageways, or a one-way street. */
  oneway: 1 << 6,
  /** A service road that is a driveway, an alley, a parking aisle or a drive-through. */
  minorService: 1 << 7,
  leftHandTraffic: 1 << 8,
  /** The section of a path that crosses a street. */
  crossing: 1 << 9,
  hovOnly: 1 << 10,
  ford: 1 << 11,
  /** A motorway or a road tagged motorroad=yes. The option `avoid: ["motorways"]` avoids these roads. */
  motorway: 1 << 12,
  /** Stairs, or a path that is too steep or too rough. */
  noWheelchairs: 1 << 13,
  /** Roads that are passable for wheelchairs with effort. */
  hardForWheelchairs: 1 << 14,
  noMotorcycles: 1 << 15,
  /** A straight line across a square or another area, which is not visible on the ground. */
  areaCrossing: 1 << 16,
  /** Roads that are closed to vehicles with a trailer. */
  noTrailers: 1 << 17,
  /** Tunnel categories of the European agreement on dangerous goods (ADR). Category A has no restrictions. */
  tunnelB: 1 << 18,
  tunnelC: 1 << 19,
  tunnelD: 1 << 20,
  tunnelE: 1 << 21,
  /** Roads on which trucks pay a toll, but cars do not (`toll:hgv`). */
  truckToll: 1 << 22,
  /** Roads on which cars pay a toll, but trucks do not (`toll:hgv=no`). */
  truckTollFree: 1 << 23,
  /** Roads on which cars pay a toll, but motorcycles do not (`toll:motorcycle=no`). */
  motorcycleTollFree: 1 << 24,
  /** Roads that are closed to goods vehicles up to 3.5 t (`goods=no`). */
  noVans: 1 << 25,
  /** Roads that are closed to cars and open to motorcycles or to goods vehicles over 3.5 t. */
  noCars: 1 << 26,
  /** Roads that are closed to goods that could pollute water (`hazmat:water=no`). */
  noWaterHazards: 1 << 27,
  /** Roads that are closed to explosive and easily flammable goods (`hazmat:explosive=no`). */
  noExplosives: 1 << 28,
} as const

/** Bits of `arcs.flags`, which are attributes of one direction of a road. */
export const ArcFlag = {
  /** Arcs that are open only to trips that begin or end there (destination, private, customers, delivery…). */
  restricted: 1 << 0,
  /** Arcs that are prohibited for goods vehicles over 3.5 t. */
  noGoodsVehicles: 1 << 1,
  noHazardousGoods: 1 << 2,
  /** Arcs that are closed unless a condition opens them. */
  closedByDefault: 1 << 3,
  /**
   * A copy of another arc that is reachable from one arc only. Copies implement restrictions that span multiple ways.
   */
  copy: 1 << 4,
  /** Arcs to which points must not be snapped. Trips use ferries and similar connections but do not begin on them. */
  noSnap: 1 << 5,
  /** Arcs from which the largest strongly connected component is reachable. */
  leadsToMain: 1 << 6,
  /** Arcs that are reachable from the largest strongly connected component. */
  reachedFromMain: 1 << 7,
} as const
