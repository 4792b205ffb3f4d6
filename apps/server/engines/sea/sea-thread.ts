import { serveMadeOnce } from '../made-once/serve-made-once.ts'
import { makeSeas, readSeas } from './sea-file.ts'

await serveMadeOnce({
  read: readSeas,
  make: (dataDir, onNotKept, onStage) => makeSeas(dataDir, onNotKept, onStage),
})
