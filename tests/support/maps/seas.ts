import { copyFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  hasSeas,
  loadOrBuildSeas,
  readSeas,
  toSeaFilePath,
} from '../../../apps/server/features/sea/runtime/sea-file.ts'
import type { SeaHandle } from '../../../apps/server/features/sea/runtime/sea-service.ts'
import { seaCache } from './source-cache.ts'

/** Compiles the sea map, unless it is cached for the current version of the compiler. */
export async function compileSeas(): Promise<void> {
  const refuse = (why: string) => {
    throw new Error(why)
  }
  if (!hasSeas(seaCache())) await loadOrBuildSeas(seaCache(), refuse, () => {})
}

/** Sea map, which all files of a worker share. */
let opened: Promise<SeaHandle> | undefined

/** Opens the sea map for a service in this process. */
export function openSeas(): Promise<SeaHandle> {
  opened ??= readCompiledSeas()
  return opened
}

async function readCompiledSeas(): Promise<SeaHandle> {
  await compileSeas()
  const seas = await readSeas(seaCache())
  if (!seas) throw new Error('the seas were compiled, but cannot be read')
  return seas
}

/** Copies the sea map into the data folder of a server. */
export async function publishSeas(dataDir: string): Promise<void> {
  await compileSeas()
  await mkdir(dirname(toSeaFilePath(dataDir)), { recursive: true })
  await copyFile(toSeaFilePath(seaCache()), toSeaFilePath(dataDir))
}
