/** What a program that calls the service needs to take its replies apart. */
export { applyDelta, type Delta, DeltaMismatch, type DeltaOp, type DeltaReply } from './delta/apply-delta.ts'
export { checksumOf } from './delta/checksum.ts'
export { type BriefStep, type CompleteStep, completeSteps } from './delta/complete-steps.ts'
export { type GeoJsonLine, type Geometry, type GeometryFormat, readGeometry, writeGeometry } from './delta/geometry.ts'
export { type OptimizeRequest, rowsOf } from './receipt/points.ts'
export {
  type AskMatrix,
  type MatrixReply,
  type OptimizeReply,
  type Verification,
  verifyReceipt,
} from './receipt/verify-receipt.ts'
