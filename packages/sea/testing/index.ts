export { block, drawRings, drawSea } from './draw-sea.ts'
