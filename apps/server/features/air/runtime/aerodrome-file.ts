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

/** Beside the places of the world; servers that share the data share it. */
export function aerodromeFile(dataDir: string): string {
  return join(dataDir, FOLDER, `aerodromes-${AERODROMES_VERSION}.dat`)
}

/** Whether somebody has made it; reading it may still fail. */
export function hasAerodromes(dataDir: string): boolean {
  return existsSync(aerodromeFile(dataDir))
}

/** As it was made earlier; undefined when there is none, or when it cannot be used, and why. */
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

/** Makes it and keeps it for the next start. A folder that cannot be written only costs that start its time. */
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

/** Readers see all of it or nothing. What earlier versions have left is removed. */
async function keep(dataDir: string, sections: AerodromeSections): Promise<void> {
  const folder = join(dataDir, FOLDER)
  const file = aerodromeFile(dataDir)
  await keepSections(file, sections)
  for (const name of await readdir(folder)) {
    if (/^aerodromes-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sections: ReadonlyMap<string, TypedArray>): AerodromeHandle {
  // A file of another shape is told here, and not to whoever wants to fly.
  new AerodromeTable(sections)
  return { version: `aerodromes-${AERODROMES_VERSION}`, sections }
}
