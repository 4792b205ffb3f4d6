import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AirFile, isAirFileProblem, readAirFile } from '@fairway/air'

const CORRIDORS_FILE = 'montevideo-corridors.geojson'

/** Reads sample corridors for testing. The name of each corridor states that it is a sample. */
export function readSampleCorridors(): AirFile {
  const airFile = readAirFile(readFileSync(join(import.meta.dirname, 'sample', CORRIDORS_FILE), 'utf8'), CORRIDORS_FILE)
  if (isAirFileProblem(airFile)) throw new Error(airFile.message)
  return airFile
}
