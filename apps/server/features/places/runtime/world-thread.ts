import { serveGeneratedFile } from '../../../platform/generated-files/serve-generation.ts'
import { loadOrBuildWorld, readWorld } from './world-file.ts'

await serveGeneratedFile({ read: readWorld, build: (dataDir, onNotSaved) => loadOrBuildWorld(dataDir, onNotSaved) })
