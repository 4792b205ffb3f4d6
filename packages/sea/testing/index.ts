export { makeRectangle, makeRings, makeSea } from './draw-sea.ts'
