export type { AccountArea } from './account-area.ts'
export * from './api-types.ts'
export type { Assets, AttachedRoute, AttachReply, LiveOptions } from './assets.ts'
export type { AttachBody } from './attach-body.ts'
export type { CallOptions, ClientOptions } from './call/caller.ts'
export { FairwayError } from './call/fairway-error.ts'
export { createClient, type FairwayClient } from './client.ts'
export { applyDelta, type Delta, DeltaMismatch, type DeltaOp, type DeltaReply } from './delta/apply-delta.ts'
export { checksumOf } from './delta/checksum.ts'
export { type BriefStep, type CompleteStep, completeSteps } from './delta/complete-steps.ts'
export {
  type GeoJsonLine,
  type Geometry,
  type GeometryFormat,
  readGeometry,
  roundToFormat as roundedFor,
  writeGeometry,
} from './delta/geometry.ts'
export { makeDelta, type Piece } from './delta/make-delta.ts'
export type { DirectionsQuery } from './directions-query.ts'
export type { Events, Geofences } from './geofences.ts'
export type { Jobs } from './jobs.ts'
export { toMatrixRows as rowsOf } from './receipt/points.ts'
export { type RequestMatrix as AskMatrix, type Verification, verifyReceipt } from './receipt/verify-receipt.ts'
export { type RouteFeature, toGeoJson } from './shape/geojson.ts'
export { type RouteWithSteps as Guided, toGpx } from './shape/gpx.ts'
export { pointsOf, type RouteWithGeometry as Drawn } from './shape/line-of.ts'
export type { GeoJsonLines, LineInFormat as LineIn, WithLine } from './shape/line-type.ts'
export { decodePolyline, encodePolyline } from './shape/polyline.ts'
export type { AssetSocket, SocketOptions } from './stream/asset-socket.ts'
export type {
  Live,
  LiveChannel,
  LiveEvent,
  StreamInterruption as StreamBreak,
  StreamOptions,
} from './stream/live-events.ts'
export type { Webhooks } from './webhooks.ts'
