export { DistinctiveRoads } from './alternatives/distinctive-roads.ts'
export { closeAreas, createAreaTest as areaTest } from './areas/areas.ts'
export { fadingTimes } from './cch/attributes/fading-times.ts'
export { buildPathAttributes, type PathAttributes, type RoadTimes } from './cch/attributes/path-attributes.ts'
export { customize } from './cch/customize.ts'
export { completeTopology } from './cch/derived-topology.ts'
export { DistanceQuery } from './cch/distance-query.ts'
export { groupBy, type Rows } from './cch/graph/adjacency.ts'
export type { TurnGraph } from './cch/graph/turn-graph.ts'
export { CellsScratch, createCells, type MatrixCells } from './cch/matrix/matrix-cells.ts'
export { MatrixQuery } from './cch/matrix/matrix-query.ts'
export type { Metric } from './cch/metric.ts'
export { MetricUpdater } from './cch/metric-updater.ts'
export { orderArcs } from './cch/order/arc-order.ts'
export { PathQuery } from './cch/path-query.ts'
export { type MatrixPoint, toMatrixPoint } from './cch/points/matrix-point.ts'
export { PointSnapper } from './cch/points/point-snapper.ts'
export { fillSnapped, type SnappedMatrix } from './cch/points/snapped-matrix.ts'
export { buildTopology, type StoredTopology, type Topology } from './cch/topology.ts'
export { buildTriangles, type Triangles } from './cch/triangles.ts'
export {
  reportAdditionalSize as reportMore,
  reportArrays,
  reportedBytes,
  reportSize,
} from './cch/wasm/memory-pressure.ts'
export { copyMetric, createMetric } from './cch/wasm/metric-memory.ts'
export { metricName } from './cch/wasm/metric-name.ts'
export { planCharging } from './electric/charge-planner.ts'
export {
  type ChargePlan,
  type ChargeProblem,
  destinationOf,
  firstStationOf,
  type LegCost,
  type LegEnds,
  nodeCountOf,
  toLegKey,
} from './electric/charge-problem.ts'
export { ChargingCurve, type CurveStep } from './electric/charging-curve.ts'
export {
  type ConsumptionModel,
  createConsumptionModel,
  type FlatConsumption,
  type PhysicalVehicle,
  toEnergyKwh,
} from './electric/consumption.ts'
export { defaultElectricCar, findDefaultVehicle } from './electric/default-vehicles.ts'
export { buildClimbAttributes, buildEnergyAttributes, DRAG_UNIT, energyAlongLeg } from './electric/energy-attributes.ts'
export { findRangeGap, type RangeGap } from './electric/find-gap.ts'
export {
  type ChargingTable,
  type ConnectorKind,
  type ConnectorName,
  connectorKinds,
  noStations,
  readStationDetails,
  type StationDetails,
} from './electric/station-table.ts'
export { fuelLiters } from './emissions/fuel.ts'
export { fuelVehicleOf } from './emissions/fuel-vehicle.ts'
export { EventLocator } from './events/event-locator.ts'
export type { EventStretches } from './events/event-place.ts'
export { annotateTurns } from './guidance/annotate-turns.ts'
export { buildSteps } from './guidance/build-steps.ts'
export { buildGuidanceIndex } from './guidance/guidance-index.ts'
export {
  type ManeuverModifier,
  type ManeuverType,
  maneuverModifiers,
  maneuverTypes,
  type Step,
  travelModes,
} from './guidance/step.ts'
export { findInstructionWriter, type InstructionWriter, languages } from './instructions/languages.ts'
export { getSentenceWriter } from './instructions/sentence-bytes.ts'
export type { Direction } from './isochrone/one-to-all.ts'
export { writePieceCosts, writePieces, writePolygons, writeRings } from './isochrone/outline/contour-writer.ts'
export { MIN_SMOOTH_METERS, outlineContours } from './isochrone/outline/outline-contours.ts'
export type { Pieces } from './isochrone/pieces.ts'
export { ReachSearch } from './isochrone/reach-search.ts'
export { durationCosts, lengthCosts } from './isochrone/travel-costs.ts'
export { asciiLiteral, type Literal, utf8Literal, writeLiteral } from './json/ascii.ts'
export { MAX_CELL_BYTES, writeCells } from './json/cells.ts'
export { writeInteger, writeTenths } from './json/digits.ts'
export { JsonWriter } from './json/json-writer.ts'
export { writePoint } from './json/points.ts'
export type { RoadMap, RoadMetric } from './map.ts'
export { buildMatchMap, type MatchMap } from './match/match-map.ts'
export type { MatchedTrack } from './match/matched-track.ts'
export { Matcher } from './match/matcher.ts'
export { defaultModel } from './match/model.ts'
export { type JoinedTrace, PieceJoiner } from './match/trace/piece-joiner.ts'
export { PointFate } from './match/trace/project-trace.ts'
export { type MatchedTrace, TraceMatcher } from './match/trace/trace-matcher.ts'
export { toTraceModel } from './match/trace/trace-model.ts'
export { metersBetween, secondsBetween, type Track } from './match/track.ts'
export { ArcFlag, isLink, RoadClass, RoadFlag, TravelMode } from './network/attributes.ts'
export { type ArcCopies as Copies, listArcCopies as copiesOf } from './network/copies.ts'
export { DriveRecord, withDriveColumn, withManeuvers } from './network/drive-column.ts'
export {
  type ArcTable,
  type ConditionTable,
  type EdgeTable,
  type LimitTable,
  type ManeuverTable,
  type NetworkName,
  NodeFlag,
  type NodeTable,
  networkNames,
  type RoadNetwork,
  type RoadTable,
  SubjectKind,
  type TextTable,
  TurnFlag,
  type TurnTable,
} from './network/network.ts'
export { TextCache } from './network/string-cache.ts'
export { readText } from './network/strings.ts'
export {
  ascentDmOf,
  HEIGHT_UNIT_METERS,
  MAX_RISING_SHARE,
  NO_HEIGHT,
  STEEPEST_UNITS_PER_PERCENT as STEEPEST_UNITS,
  type TerrainTable,
} from './network/terrain.ts'
export { buildTurnGraph as turnGraphOf } from './network/turn-graph-of.ts'
export { closeOutside } from './odd/close-outside.ts'
export { DomainArea } from './odd/domain-area.ts'
export { createAreaViolation as outsideArea, DomainRoads } from './odd/domain-roads.ts'
export {
  type OddArea,
  type OddDocument,
  type OddHours,
  type OddLight,
  type OddMask,
  type OddPermit,
  type OddRoads,
  type OddRule,
  type OddWeather,
  oddDays,
  oddFeatures,
  oddLights,
  oddRoadClasses,
  oddRules,
  oddWeathers,
  type RuleViolation as RuleBreak,
  type WeeklyHours,
} from './odd/model.ts'
export { findTripViolation as tripBreak, type OddClock, type OddTrip } from './odd/trip-rules.ts'
export { WeekSpans } from './odd/weekly-hours.ts'
export {
  type AvoidableFeature as Avoidable,
  avoidableFeatures as avoidables,
  type CarWeights,
  type Closures,
  carWeights,
  defaultProfile,
  plainProfiles,
  type TravelProfile,
} from './profiles/car-weights.ts'
export { ChangedWeights } from './profiles/changed-weights.ts'
export { conditionTexts, findActiveClosures as closuresWhen } from './profiles/closures.ts'
export { withGrades } from './profiles/grades.ts'
export { withArcDurations } from './profiles/model/modeled-network.ts'
export {
  type ModelFeature,
  type ModelRule,
  type RoadClassName,
  type RuleCondition,
  roadClassNames,
  type Surface,
  surfaces,
  type TravelModel,
} from './profiles/model/travel-model.ts'
export { type ProfileWeights, profileWeights } from './profiles/profile-weights.ts'
export {
  DEFAULT_TRUCK_PRESET,
  electricBicycleModel,
  type ProfileName,
  profileNames,
  travelProfiles,
  truckPresetNames,
  truckPresets,
  truckProfile,
  withModel,
} from './profiles/travel-profiles.ts'
export {
  closedHazmatFlags,
  closedRoadFlags,
  excludedGroupsOf,
  type HazmatClass,
  hazmatClasses,
  passengerCar,
  tunnelCodes,
  type VehicleGroupName,
  type VehicleSize,
  vehicleGroupNames,
  vehicleGroupsOf,
} from './profiles/vehicle-access.ts'
export { compareRoutes, type RerouteReason, type RouteCost as PlanCost } from './reroute/compare-routes.ts'
export type { RemainingLegs } from './reroute/cut-legs.ts'
export { DetourFinder as Detours } from './reroute/detours.ts'
export { findOnPath, type PathProjection as OnPath } from './reroute/find-on-path.ts'
export { toMatchedLegs } from './reroute/line/matched-path.ts'
export { bearingOnPath, pointOnPath } from './reroute/point-on-path.ts'
export { PathRemainder } from './reroute/remaining-route.ts'
export { RouteTracer } from './reroute/route-tracer.ts'
export { isAlongSameStreets } from './reroute/same-path.ts'
export {
  endOfPath,
  isAtOrBefore as isNotBehind,
  type PathPosition,
  pathUpTo,
  startOfPath,
  type TracedPath,
} from './reroute/traced-path.ts'
export { type Climb, climbOf } from './route/climb.ts'
export { type DetailName, detailNames, listDetailRuns } from './route/details.ts'
export { EndpointList } from './route/endpoint-list.ts'
export type { PlannedLeg } from './route/leg.ts'
export { attributesOfLeg, type LegAttributes, type LegTotals, totalsOf } from './route/leg-attributes.ts'
export { type EncounteredEvent, TripInTraffic } from './route/leg-in-traffic.ts'
export { type AlternativePlan, type Plan, type PlanFailure, Planner } from './route/planner.ts'
export { type Box, routeBox } from './route/route-box.ts'
export { RouteShape } from './route/route-shape.ts'
export type { Bearing, Stop } from './route/stop-snaps.ts'
export { INFINITE_WEIGHT, NO_ID } from './sentinels.ts'
export { findNearestRoads, type NearRoad } from './snap/nearest-roads.ts'
export type { Approach } from './snap/side-of-street.ts'
export { buildSnapIndex } from './snap/snap-index.ts'
export { type Snap, Snapper } from './snap/snapper.ts'
export { listTollRuns, listTollSections, sumTolls } from './tolls/route-tolls.ts'
export { isTollRoad, tollClassOf } from './tolls/toll-class.ts'
export { encodeCurrency, TollClass, TollSubject, type TollTable } from './tolls/toll-table.ts'
export { ArcTimes, LIVE_FADE_MS as FADE_MS, type TripStart } from './traffic/arc-times.ts'
export { listPassages, Passages } from './traffic/passages.ts'
export {
  buildSegmentIndex,
  edgeSideOf,
  findNextSegment,
  findSegment,
  type SegmentIndex,
} from './traffic/segment-index.ts'
export {
  findSegmentPositions as placeSegments,
  hasSameNodes as fits,
  type SegmentPositions as SegmentPlaces,
} from './traffic/segment-positions.ts'
export { type ArcSpeeds, type SegmentRows, segmentRowsOf, speedsOnArcs } from './traffic/segment-speeds.ts'
export { MIN_PROBES, SLOT_SECONDS, SpeedEstimator } from './traffic/speed-estimator.ts'
export { findTrafficSource, type TrafficSource, trafficSources } from './traffic/traffic-source.ts'
export {
  ArcTraffic,
  findLastChangeMs as lastChange,
  firstSectionOn,
  isActiveAt,
  isActiveWithin,
  isTimed,
  noEvents,
  type RoadEvents,
  type TrafficState,
} from './traffic/traffic-state.ts'
export { type TrafficDurations, trafficDurations } from './traffic/traffic-weights.ts'
export { transferTypicalSpeeds as carryTypical } from './traffic/typical/carry-typical.ts'
export { learnTypicalSpeeds as learnTypical } from './traffic/typical/learn-typical.ts'
export { networkFingerprint } from './traffic/typical/network-fingerprint.ts'
export { readTypical, type UnreadableTypical, writeTypical } from './traffic/typical/typical-file.ts'
export {
  noTypicalSpeeds,
  packRun,
  speedCode,
  type TypicalSpeeds,
  typicalKmh,
  weightCode,
} from './traffic/typical/typical-speeds.ts'
export { weekSlotAt } from './traffic/typical/week-slots.ts'
