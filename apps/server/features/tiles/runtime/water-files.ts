import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  buildWater,
  DatasetUnreadable,
  readWater,
  readWaterRings,
  type TypedArray,
  WATER_ATTRIBUTION,
  WATER_VERSION,
  type WaterSections,
  WaterTiles,
  writeSectionsAtomically,
} from '@fairway/dataset'
import { toSharedArray } from '../../../platform/generated-files/to-shared.ts'
import type { WaterHandle } from './tiles-handle.ts'

type BuildWater = (onStage: (stage: string) => void) => WaterSections

/**
 * Returns the path of the water file, which is next to the world gazetteer. Servers that share the data folder share
 * the file.
 */
export function toWaterPath(dataDir: string): string {
  return join(dataDir, 'world', `water-${WATER_VERSION}.dat`)
}

/** Returns whether the file exists. Reading the file may still fail. */
export function hasWaterFile(dataDir: string): boolean {
  return existsSync(toWaterPath(dataDir))
}

/**
 * Reads the existing file. Returns undefined if there is no file, and reports the reason if the file cannot be used.
 */
export async function readWaterTiles(
  dataDir: string,
  onUnusable: (why: string) => void = () => {},
): Promise<WaterHandle | undefined> {
  try {
    return toHandle(await readWater(toWaterPath(dataDir)))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable)) onUnusable((error as Error).message)
    // The file is derived from npm packages, so no manual repair is needed.
    else if (error.kind !== 'missing') onUnusable(error.message.replace(`; ${error.remedy}`, ''))
    return undefined
  }
}

/**
 * Builds the file and stores it for the next start. If the folder is not writable, the next start builds the file
 * again.
 */
export async function buildWaterTiles(
  dataDir: string,
  onNotStored: (why: string) => void,
  onStage: (stage: string) => void,
  build: BuildWater = buildWorldWater,
): Promise<WaterHandle> {
  const sections = build(onStage)
  try {
    await writeSectionsAtomically(toWaterPath(dataDir), sections)
    await removeOldVersions(dataDir)
  } catch (error) {
    onNotStored((error as Error).message)
  }
  return toHandle(new Map([...sections].map(([name, array]) => [name, toSharedArray(array)])))
}

const buildWorldWater: BuildWater = (onStage) => {
  onStage('reading coastlines')
  return buildWater(readWaterRings(), onStage)
}

async function removeOldVersions(dataDir: string): Promise<void> {
  const file = toWaterPath(dataDir)
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (/^water-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sections: ReadonlyMap<string, TypedArray>): WaterHandle {
  // The constructor detects an invalid layout when the file is loaded, before the map is shown.
  new WaterTiles(sections)
  return { version: `water-${WATER_VERSION}`, attribution: WATER_ATTRIBUTION, sections }
}
