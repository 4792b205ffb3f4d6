export { type AirspaceIndex, buildAirspaceIndex, type ZoneVolume } from './airspace-index.ts'
export { cutAtAntimeridian, toFlightFeature } from './export/geojson.ts'
export { toPlanFile } from './export/plan-file.ts'
export { type DecodedText, decodeText } from './formats/decode-text.ts'
export { isAirFileProblem, readAirFile } from './formats/read-air-file.ts'
export { capsIntersect, capToBoxes, lineToCap, makeCap, outlineToCap, type SphericalCap } from './geometry/cap.ts'
export { MIN_RADIUS_METERS, metersBetween, tangentsAt, toPosition, toSurface, toVector } from './geometry/ellipsoid.ts'
export { Frame, type Point } from './geometry/frame.ts'
export { isInside } from './geometry/inside.ts'
export { type AirFile, type Circle, type Corridor, type Height, type Outline, type Zone, zoneRules } from './model.ts'
export { checkRequest } from './plan/check-request.ts'
export type { Flight, FlightLeg, ZoneNote } from './plan/flight/flight.ts'
export { samplePositions } from './plan/flight/heights.ts'
export { planFlight } from './plan/plan-flight.ts'
export { explainRefusal, type Refusal } from './plan/refusal.ts'
export {
  type Aircraft,
  corridorPreferences,
  DEFAULT_MARGIN_M,
  defaultAircraft,
  type FlightRequest,
  MAX_VIA,
} from './plan/request.ts'
export { groundSpeed } from './search/wind.ts'
export { PEAK_CLEARANCE_M, type Peak, peakRadiusMeters } from './terrain/peak-terrain.ts'
export { isInForce } from './times/in-force.ts'
