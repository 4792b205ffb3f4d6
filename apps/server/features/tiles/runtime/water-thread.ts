import { serveGeneratedFile } from '../../../platform/generated-files/serve-generation.ts'
import { buildWaterTiles, readWaterTiles } from './water-files.ts'

await serveGeneratedFile({
  read: readWaterTiles,
  build: (dataDir, onNotKept, onStage) => buildWaterTiles(dataDir, onNotKept, onStage),
})
