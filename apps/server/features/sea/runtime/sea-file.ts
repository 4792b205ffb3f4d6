import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildSea, DatasetUnreadable, readSea, SEA_ATTRIBUTION, SEA_VERSION, writeSea } from '@fairway/dataset'
import { fromSections, type Sea, toSections } from '@fairway/sea'
import { toShared } from '../../../platform/generated-files/to-shared.ts'
import type { SeaHandle } from './sea-service.ts'

/** Beside the places of the world; servers that share the data share it. */
export function seaFile(dataDir: string): string {
  return join(dataDir, 'world', `seas-${SEA_VERSION}.dat`)
}

/** Whether somebody has compiled them; reading them may still fail. */
export function hasSeas(dataDir: string): boolean {
  return existsSync(seaFile(dataDir))
}

/** The seas as they were compiled earlier; undefined when there are none, or when they cannot be used, and why. */
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

/** Compiles them and keeps them for the next start. A folder that cannot be written only costs that start its time. */
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
    return toHandle(fromSections(new Map(toSections(sea).map(([name, array]) => [name, toShared(array)]))))
  }
  // Read rather than handed over: what was read lies in memory that threads share.
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
