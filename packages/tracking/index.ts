export { type ConditionSettings, conditionTypes } from './events/conditions.ts'
export {
  advanceWatch,
  advanceWatchInTime,
  findNextWatchMs,
  type WatchContext,
  type WatchEvent,
  type WatchRules,
  type WatchState,
} from './events/watch.ts'
export { alignToServiceClock, checkFix, type Fix, type FixFieldNames, isJump } from './fixes/fix.ts'
export { continueTrip, type Trip } from './fixes/trip-ends.ts'
export { findRingProblem, type RingProblem } from './geofences/polygon.ts'
export { makeFenceShape, type ShapeInput } from './geofences/shape.ts'
export { type Fence, type FenceRules, FenceSet } from './geofences/watch-fences.ts'
export { secondsAt, totalSeconds } from './route/along.ts'
export {
  type AssetRoute,
  deserializeRoute,
  makeAssetRoute,
  type SerializedRoute,
  serializeRoute,
} from './route/asset-route.ts'
export { projectOnRoute } from './route/project.ts'
export { type AssetKind, kindLimits } from './state/kinds.ts'
export { decodeState, encodeState } from './state/state-bytes.ts'
export { advanceTracker, attachRoute, type LiveView, type TrackerState, toLiveView } from './state/tracker.ts'
export { findHarshEvents, HARSH_ACCELERATION_MS2, HARSH_BRAKING_MS2, type HarshEvent } from './trips/driving-events.ts'
export { findSpeeding, type LimitedFix, type SpeedingEvent } from './trips/find-speeding.ts'
export type { TrackTrip } from './trips/measure-trip.ts'
export { type SegmentedTrack, segmentTrack, type TrackStop } from './trips/segment-track.ts'
export { advanceVisits, type VisitLog, type VisitRecord, type VisitRule } from './visits/advance-visits.ts'
export { type PredictedVisit, predictVisits, type RemainingVisit } from './visits/predict-visits.ts'
