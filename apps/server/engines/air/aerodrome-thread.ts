import { serveMadeOnce } from '../made-once/serve-made-once.ts'
import { makeAerodromes, readAerodromes } from './aerodrome-file.ts'

await serveMadeOnce({
  read: readAerodromes,
  make: (dataDir, onNotKept) => makeAerodromes(dataDir, onNotKept),
})
