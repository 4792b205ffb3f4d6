import { serveMadeOnce } from '../../../platform/generated-files/serve-generation.ts'
import { makeSeas, readSeas } from './sea-file.ts'

await serveMadeOnce({
  read: readSeas,
  make: (dataDir, onNotKept, onStage) => makeSeas(dataDir, onNotKept, onStage),
})
