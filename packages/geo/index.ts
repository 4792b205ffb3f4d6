export { hilbertIndex } from './hilbert.ts'
export { MinHeap } from './min-heap.ts'
export {
  type Coordinates,
  encodePolyline,
  type LatitudeLongitude,
  mostPolylineBytes,
  type PolylinePrecision,
  parsePolyline,
  parsePolylinePoints,
  writePolyline,
} from './polyline.ts'
export { seededRandom } from './random.ts'
export { bearingDegrees, flatDistanceMeters, longitudeDifference, type Ruler, rulerAt } from './ruler.ts'
export { bearingAlong } from './shape.ts'
export { type Daylight, lightAt, type SunEvent, sunEventMs } from './sun.ts'
export { ByteWriter } from './tiles/byte-writer.ts'
export { BoxClipper, clipBetween } from './tiles/clip.ts'
export { GeometryPen } from './tiles/geometry-pen.ts'
export { weighPoints } from './tiles/importance.ts'
export {
  BUFFER,
  boxOf,
  EXTENT,
  latitudeAt,
  longitudeAt,
  MOST_LATITUDE,
  type TileAddress,
  type TileBox,
  tileNumber,
  worldX,
  worldY,
} from './tiles/mercator.ts'
export { Paths } from './tiles/paths.ts'
export { readRingPaths } from './tiles/read-geometry.ts'
export { areaOf, drawRing, drawRingsApart, type RingScale } from './tiles/ring-drawer.ts'
export { type LatLon, ShapeDrawer } from './tiles/shape-drawer.ts'
export { GeometryType, TileLayer, writeTile } from './tiles/tile-writer.ts'
