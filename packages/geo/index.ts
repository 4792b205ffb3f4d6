export { describeFirstPoint, describePoint, replacePoints } from './describe-point.ts'
export {
  EARTH_RADIUS_METERS,
  ECCENTRICITY_SQUARED,
  EQUATOR_RADIUS_METERS,
  FLATTENING,
  KILOMETERS_PER_NAUTICAL_MILE,
  NAUTICAL_MILES_PER_RADIAN,
  type Position,
  RADIANS_PER_DEGREE,
} from './earth.ts'
export { hilbertIndex } from './hilbert.ts'
export { longitudeDifference, unwrapLongitude as nearestTurn, wrapLongitude, wrapMicrodegrees } from './longitude.ts'
export { MinHeap } from './min-heap.ts'
export {
  type Coordinates,
  encodePolyline,
  maxPolylineBytes,
  type PolylinePrecision,
  parsePolyline,
  parsePolylinePoints,
  writePolyline,
} from './polyline.ts'
export { seededRandom } from './random.ts'
export { bearingDegrees, flatDistanceMeters, type Ruler, rulerAt } from './ruler.ts'
export { fromSections, type SectionArray, type SectionGroups, sectionBytes, toSections } from './sections.ts'
export { bearingAlong } from './shape.ts'
export { distanceNm, GreatCircle, initialBearing, lengthNm } from './sphere/great-circle.ts'
export {
  type DegreeBox,
  distanceMeters,
  haversineBetween,
  haversineToBox,
  haversineToMeters,
  metersToHaversine,
} from './sphere/haversine.ts'
export {
  bearingBetween,
  cross,
  dot,
  lengthOf,
  metersBetween,
  normalize as unit,
  pointBetween,
  toVector,
  turnBetween,
  type Vector,
} from './sphere/vectors.ts'
export { type Daylight, daylightAt as lightAt, type SunEvent, sunEventMs } from './sun.ts'
export { HgtTerrain, type HgtTile, parseTileName, readHgt } from './terrain/hgt.ts'
export type { Terrain } from './terrain/terrain.ts'
export { ByteWriter } from './tiles/byte-writer.ts'
export { BoxClipper, clipBetween } from './tiles/clip.ts'
export { GeometryEncoder } from './tiles/geometry-encoder.ts'
export { computePointWeights } from './tiles/importance.ts'
export {
  BUFFERED_TILE_BOX,
  LatitudeSeries,
  MAX_LATITUDE,
  TILE_BUFFER,
  TILE_EXTENT,
  type TileBox,
  type TileId,
  tileNumber,
  toLatitude,
  toLongitude,
  toTileBox,
  toWorldX,
  toWorldY,
} from './tiles/mercator.ts'
export { mergeTiles } from './tiles/merge-tiles.ts'
export { Paths } from './tiles/paths.ts'
export { readRingPaths } from './tiles/read-geometry.ts'
export { drawRing, drawRings, drawRingsSeparately, type RingDrawOptions, ringArea } from './tiles/ring-drawer.ts'
export { ShapeDrawer } from './tiles/shape-drawer.ts'
export { type FeatureProperties, GeometryType, TileLayer, writeTile } from './tiles/tile-writer.ts'
