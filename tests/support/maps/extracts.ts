import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedPath } from '@fairway/geo/testing'
import { rectangle, toExtract } from './small-map.ts'

const shared = sharedPath('data/roads/monaco-2025.osm.pbf')

/** Two points in Monaco. */
export const inMonaco = { from: [43.7362, 7.4212], to: [43.7383, 7.4243] } as const

/** Returns an extract of Monaco: the real extract if available, or a drawn one. */
export async function monacoExtract(folder: string): Promise<string> {
  return existsSync(shared) ? shared : drawMonaco(folder)
}

/** Writes an extract with the streets of a block between the two points. */
export async function drawMonaco(folder: string): Promise<string> {
  const file = join(folder, 'monaco.osm')
  const { from, to } = inMonaco
  await writeFile(file, toExtract(rectangle([to[0], from[1]], [from[0], to[1]])))
  return file
}
