import { serveMadeOnce } from '../../../platform/generated-files/serve-generation.ts'
import { makeAerodromes, readAerodromes } from './aerodrome-file.ts'

await serveMadeOnce({
  read: readAerodromes,
  make: (dataDir, onNotKept) => makeAerodromes(dataDir, onNotKept),
})
