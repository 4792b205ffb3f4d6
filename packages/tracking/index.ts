export { alignToServiceClock, checkFix, type Fix, type FixFieldNames, isJump } from './fixes/fix.ts'
export { continueTrip, type Trip } from './fixes/trip-ends.ts'
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
export { advanceTracker, attachRoute, type LiveView, type TrackerState, toLiveView } from './state/tracker.ts'
