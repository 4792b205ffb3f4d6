import { serveMadeOnce } from '../made-once/serve-made-once.ts'
import { makeWorld, readWorld } from './world-file.ts'

await serveMadeOnce({ read: readWorld, make: (dataDir, onNotKept) => makeWorld(dataDir, onNotKept) })
