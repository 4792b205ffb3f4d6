export { compileBlock } from './compile-block.ts'
export { drawMap } from './draw-map.ts'
export { DrawnMap } from './drawn-map.ts'
export { buildOsmBlock } from './osm-writer.ts'
