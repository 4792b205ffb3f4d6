import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AERODROMES_VERSION,
  type AerodromeSections,
  AerodromeTable,
  DatasetUnreadable,
  listAerodromes,
  packAerodromes,
  readSections,
  type TypedArray,
  writeSectionsAtomically,
} from '@fairway/dataset'
import type { AerodromeHandle } from '../../../maps/airspace/airspace-handle.ts'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'

const WORLD_FOLDER = 'world'

/**
 * Returns the path of the aerodrome file, which is next to the world gazetteer. Servers that share the data folder
 * share the file.
 */
export function toAerodromeFilePath(dataDir: string): string {
  return join(dataDir, WORLD_FOLDER, `aerodromes-${AERODROMES_VERSION}.dat`)
}

/** Returns whether the file exists. Reading the file may still fail. */
export function hasAerodromes(dataDir: string): boolean {
  return existsSync(toAerodromeFilePath(dataDir))
}

/**
 * Reads the existing file. Returns undefined if there is no file, and reports the reason if the file cannot be used.
 */
export async function readAerodromes(
  dataDir: string,
  onUnusable: (reason: string) => void = () => {},
): Promise<AerodromeHandle | undefined> {
  try {
    return toAerodromeHandle(await readSections(toAerodromeFilePath(dataDir), { shared: true }))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable((error as Error).message)
    return undefined
  }
}

/**
 * Builds the file and stores it for the next start. If the folder is not writable, the next start builds the file
 * again.
 */
export async function loadOrBuildAerodromes(
  dataDir: string,
  onNotSaved: (reason: string) => void,
  build: () => AerodromeSections = () => packAerodromes(listAerodromes()),
): Promise<AerodromeHandle> {
  const sections = build()
  try {
    await saveAerodromes(dataDir, sections)
  } catch (error) {
    onNotSaved((error as Error).message)
  }
  return toAerodromeHandle(new Map(sections.map(([name, array]) => [name, toSharedArray(array)])))
}

/** Writes the file atomically and removes the files of earlier versions. */
async function saveAerodromes(dataDir: string, sections: AerodromeSections): Promise<void> {
  const folder = join(dataDir, WORLD_FOLDER)
  const file = toAerodromeFilePath(dataDir)
  await writeSectionsAtomically(file, sections)
  for (const name of await readdir(folder)) {
    if (/^aerodromes-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toAerodromeHandle(sections: ReadonlyMap<string, TypedArray>): AerodromeHandle {
  // The constructor detects an invalid layout when the file is loaded, before any flight is planned.
  new AerodromeTable(sections)
  return { version: `aerodromes-${AERODROMES_VERSION}`, sections }
}
