export { circle, drawZone, offset } from './draw-zones.ts'
export { compare, randomScene } from './random-scenes.ts'
export { randomCorridors, randomStars, randomZones, star } from './random-sky.ts'
