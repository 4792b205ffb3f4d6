import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AERODROMES_VERSION,
  type AerodromeSections,
  AerodromeTable,
  DatasetUnreadable,
  keepSections,
  listAerodromes,
  packAerodromes,
  readSections,
  type TypedArray,
} from '@fairway/dataset'
import { toShared } from '../../../platform/generated-files/to-shared.ts'
import type { AerodromeHandle } from './sky-handle.ts'

const FOLDER = 'world'

/** Stored next to the gazetteer of the world. Servers that share the data folder share the file. */
export function aerodromeFile(dataDir: string): string {
  return join(dataDir, FOLDER, `aerodromes-${AERODROMES_VERSION}.dat`)
}

/** Whether the file exists. Reading it may still fail. */
export function hasAerodromes(dataDir: string): boolean {
  return existsSync(aerodromeFile(dataDir))
}

/** Reads the existing file. Returns undefined when there is none, or the reason when it cannot be used. */
export async function readAerodromes(
  dataDir: string,
  onUnusable: (why: string) => void = () => {},
): Promise<AerodromeHandle | undefined> {
  try {
    return toHandle(await readSections(aerodromeFile(dataDir), { shared: true }))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable && error.kind === 'missing')) onUnusable((error as Error).message)
    return undefined
  }
}

/**
 * Builds the file and stores it for the next start. If the folder is not writable, the next start has to build it
 * again.
 */
export async function makeAerodromes(
  dataDir: string,
  onNotKept: (why: string) => void,
  build: () => AerodromeSections = () => packAerodromes(listAerodromes()),
): Promise<AerodromeHandle> {
  const sections = build()
  try {
    await keep(dataDir, sections)
  } catch (error) {
    onNotKept((error as Error).message)
  }
  return toHandle(new Map(sections.map(([name, array]) => [name, toShared(array)])))
}

/** Writes atomically and removes the files of earlier versions. */
async function keep(dataDir: string, sections: AerodromeSections): Promise<void> {
  const folder = join(dataDir, FOLDER)
  const file = aerodromeFile(dataDir)
  await keepSections(file, sections)
  for (const name of await readdir(folder)) {
    if (/^aerodromes-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sections: ReadonlyMap<string, TypedArray>): AerodromeHandle {
  // Detects a file with a wrong layout here, not when a flight is planned.
  new AerodromeTable(sections)
  return { version: `aerodromes-${AERODROMES_VERSION}`, sections }
}
