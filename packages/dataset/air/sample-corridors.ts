import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AirFile, isAirFileProblem, readAirFile } from '@fairway/air'

const FILE = 'montevideo-corridors.geojson'

/** Sample corridors for testing, labeled as such in every name. */
export function sampleCorridors(): AirFile {
  const read = readAirFile(readFileSync(join(import.meta.dirname, 'sample', FILE), 'utf8'), FILE)
  if (isAirFileProblem(read)) throw new Error(read.message)
  return read
}
