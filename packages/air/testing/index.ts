export { makeCircle, makeZone, offsetPosition } from './draw-zones.ts'
export { compareCosts, randomScene } from './random-scenes.ts'
export { makeStar, randomCorridors, randomStars, randomZones } from './random-sky.ts'
