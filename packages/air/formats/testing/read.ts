import type { AirFile } from '../../model.ts'
import { isAirFileProblem, readAirFile } from '../read-air-file.ts'

const toText = (file: string | object) => (typeof file === 'string' ? file : JSON.stringify(file))

/** Reads a file that must be valid. */
export function read(file: string | object, name = 'test.json', nowMs?: number): AirFile {
  const found = readAirFile(toText(file), name, nowMs)
  if (isAirFileProblem(found)) throw new Error(found.message)
  return found
}

/** Returns why a file is rejected. */
export function refusal(file: string | object, name = 'test.json'): string {
  const found = readAirFile(toText(file), name)
  return isAirFileProblem(found) ? found.message : 'accepted'
}
