import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  buildWater,
  DatasetUnreadable,
  keepSections,
  readWater,
  readWaterRings,
  type TypedArray,
  WATER_ATTRIBUTION,
  WATER_VERSION,
  type WaterSections,
  WaterTiles,
} from '@fairway/dataset'
import { toShared } from '../../../platform/generated-files/to-shared.ts'
import type { WaterHandle } from './tiles-handle.ts'

type Build = (onStage: (stage: string) => void) => WaterSections

/** Beside the places of the world; servers that share the data share it. */
export function waterFile(dataDir: string): string {
  return join(dataDir, 'world', `water-${WATER_VERSION}.dat`)
}

/** Whether somebody has made it; reading it may still fail. */
export function hasWater(dataDir: string): boolean {
  return existsSync(waterFile(dataDir))
}

/** As it was made earlier; undefined when there is none, or when it cannot be used, and why. */
export async function readWaterTiles(
  dataDir: string,
  onUnusable: (why: string) => void = () => {},
): Promise<WaterHandle | undefined> {
  try {
    return toHandle(await readWater(waterFile(dataDir)))
  } catch (error) {
    if (!(error instanceof DatasetUnreadable)) onUnusable((error as Error).message)
    // It is made of what npm installed: nobody has to mend it.
    else if (error.kind !== 'missing') onUnusable(error.message.replace(`; ${error.remedy}`, ''))
    return undefined
  }
}

/** Makes it and keeps it for the next start. A folder that cannot be written only costs that start its time. */
export async function makeWaterTiles(
  dataDir: string,
  onNotKept: (why: string) => void,
  onStage: (stage: string) => void,
  build: Build = buildWorldWater,
): Promise<WaterHandle> {
  const sections = build(onStage)
  try {
    await keepSections(waterFile(dataDir), sections)
    await removeEarlier(dataDir)
  } catch (error) {
    onNotKept((error as Error).message)
  }
  return toHandle(new Map([...sections].map(([name, array]) => [name, toShared(array)])))
}

const buildWorldWater: Build = (onStage) => {
  onStage('reading coastlines')
  return buildWater(readWaterRings(), onStage)
}

async function removeEarlier(dataDir: string): Promise<void> {
  const file = waterFile(dataDir)
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (/^water-.*\.dat$/.test(name) && join(folder, name) !== file) await rm(join(folder, name), { force: true })
  }
}

function toHandle(sections: ReadonlyMap<string, TypedArray>): WaterHandle {
  // A file of another shape is told here, and not to whoever looks at the map.
  new WaterTiles(sections)
  return { version: `water-${WATER_VERSION}`, attribution: WATER_ATTRIBUTION, sections }
}
