import { serveGeneratedFile } from '../../../platform/generated-files/serve-generation.ts'
import { loadOrBuildSeas, readSeas } from './sea-file.ts'

await serveGeneratedFile({
  read: readSeas,
  build: (dataDir, onNotSaved, onStage) => loadOrBuildSeas(dataDir, onNotSaved, onStage),
})
