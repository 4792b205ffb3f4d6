import { serveMadeOnce } from '../made-once/serve-made-once.ts'
import { makeWaterTiles, readWaterTiles } from './water-files.ts'

await serveMadeOnce({
  read: readWaterTiles,
  make: (dataDir, onNotKept, onStage) => makeWaterTiles(dataDir, onNotKept, onStage),
})
