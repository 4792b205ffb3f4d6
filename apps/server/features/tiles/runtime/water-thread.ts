import { serveMadeOnce } from '../../../platform/generated-files/serve-generation.ts'
import { makeWaterTiles, readWaterTiles } from './water-files.ts'

await serveMadeOnce({
  read: readWaterTiles,
  make: (dataDir, onNotKept, onStage) => makeWaterTiles(dataDir, onNotKept, onStage),
})
