import type { AirFile } from '../../model.ts'
import { isAirFileProblem, readAirFile } from '../read-air-file.ts'

const toFileText = (file: string | object) => (typeof file === 'string' ? file : JSON.stringify(file))

/** Reads a file that must be valid. */
export function readValid(file: string | object, name = 'test.json', nowMs?: number): AirFile {
  const result = readAirFile(toFileText(file), name, nowMs)
  if (isAirFileProblem(result)) throw new Error(result.message)
  return result
}

/** Returns why a file is rejected. */
export function readError(file: string | object, name = 'test.json'): string {
  const result = readAirFile(toFileText(file), name)
  return isAirFileProblem(result) ? result.message : 'accepted'
}
