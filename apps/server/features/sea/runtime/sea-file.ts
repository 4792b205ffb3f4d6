import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildSea, DatasetUnreadable, readSea, SEA_ATTRIBUTION, SEA_VERSION, writeSea } from '@fairway/dataset'
import { type Sea, seaFromSections, seaToSections } from '@fairway/sea'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'
import type { SeaHandle } from './sea-service.ts'

/**
 * Returns the path of the sea file, which is next to the world gazetteer. Servers that share the data folder share the
 * file.
 */
export function toSeaFilePath(dataDir: string): string {
  return join(dataDir, 'world', `seas-${SEA_VERSION}.dat`)
}

/** Returns whether the file exists. Reading the file may still fail. */
export function hasSeas(dataDir: string): boolean {
  return existsSync(toSeaFilePath(dataDir))
}

/**
 * Reads the compiled sea network. Returns undefined if there is no file, and reports the reason if the file cannot be
 * used.
 */
export async function readSeas(
  dataDir: string,
  onUnusable: (reason: string) => void = () => {},
): Promise<SeaHandle | undefined> {
  try {
    return toHandle(await readSea(toSeaFilePath(dataDir)))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable((error as Error).message)
    return undefined
  }
}

/**
 * Compiles the sea network and stores it for the next start. If the folder is not writable, the next start compiles the
 * network again.
 */
export async function loadOrBuildSeas(
  dataDir: string,
  onNotSaved: (reason: string) => void,
  onStage: (stage: string) => void,
  build: (onStage: (stage: string) => void) => Sea = buildSea,
): Promise<SeaHandle> {
  const sea = build(onStage)
  try {
    await writeSea(sea, toSeaFilePath(dataDir))
    await removeOlderFiles(dataDir)
  } catch (error) {
    onNotSaved((error as Error).message)
    return toHandle(seaFromSections(new Map(seaToSections(sea).map(([name, array]) => [name, toSharedArray(array)]))))
  }
  // The network is read from the file, because file data is in shared memory.
  return toHandle(await readSea(toSeaFilePath(dataDir)))
}

async function removeOlderFiles(dataDir: string): Promise<void> {
  const file = toSeaFilePath(dataDir)
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (/^seas-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sea: Sea): SeaHandle {
  return { version: `seas-${SEA_VERSION}`, attribution: SEA_ATTRIBUTION, sea }
}
