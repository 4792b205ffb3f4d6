import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildSea, DatasetUnreadable, readSea, SEA_ATTRIBUTION, SEA_VERSION, writeSea } from '@fairway/dataset'
import { type Sea, seaFromSections, seaToSections } from '@fairway/sea'
import { toShared } from '../../../platform/generated-files/to-shared.ts'
import type { SeaHandle } from './sea-service.ts'

/** Stored next to the gazetteer of the world. Servers that share the data folder share the file. */
export function seaFile(dataDir: string): string {
  return join(dataDir, 'world', `seas-${SEA_VERSION}.dat`)
}

/** Whether the file exists. Reading it may still fail. */
export function hasSeas(dataDir: string): boolean {
  return existsSync(seaFile(dataDir))
}

/** Reads the compiled sea network. Returns undefined when there is none; reports the reason when it cannot be used. */
export async function readSeas(
  dataDir: string,
  onUnusable: (why: string) => void = () => {},
): Promise<SeaHandle | undefined> {
  try {
    return toHandle(await readSea(seaFile(dataDir)))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable((error as Error).message)
    return undefined
  }
}

/**
 * Compiles the sea network and stores it for the next start. If the folder is not writable, the next start has to
 * compile it again.
 */
export async function makeSeas(
  dataDir: string,
  onNotKept: (why: string) => void,
  onStage: (stage: string) => void,
  build: (onStage: (stage: string) => void) => Sea = buildSea,
): Promise<SeaHandle> {
  const sea = build(onStage)
  try {
    await writeSea(sea, seaFile(dataDir))
    await removeEarlier(dataDir)
  } catch (error) {
    onNotKept((error as Error).message)
    return toHandle(seaFromSections(new Map(seaToSections(sea).map(([name, array]) => [name, toShared(array)]))))
  }
  // Read from the file rather than passed on, because file data is in shared memory.
  return toHandle(await readSea(seaFile(dataDir)))
}

async function removeEarlier(dataDir: string): Promise<void> {
  const file = seaFile(dataDir)
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (/^seas-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sea: Sea): SeaHandle {
  return { version: `seas-${SEA_VERSION}`, attribution: SEA_ATTRIBUTION, sea }
}
