import { serveGeneratedFile } from '../../../platform/generated-files/serve-generation.ts'
import { loadOrBuildAerodromes, readAerodromes } from './aerodrome-file.ts'

await serveGeneratedFile({
  read: readAerodromes,
  build: (dataDir, onNotSaved) => loadOrBuildAerodromes(dataDir, onNotSaved),
})
