import { serveMadeOnce } from '../../../platform/generated-files/serve-generation.ts'
import { makeWorld, readWorld } from './world-file.ts'

await serveMadeOnce({ read: readWorld, make: (dataDir, onNotKept) => makeWorld(dataDir, onNotKept) })
