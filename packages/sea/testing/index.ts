export { findCrossingOfGate } from '../plan/crossings.ts'
export { listLimitGates } from '../plan/trace-passages.ts'
export { clearanceNm } from '../water/clearance.ts'
export { makeRectangle, makeRings, makeSea } from './draw-sea.ts'
