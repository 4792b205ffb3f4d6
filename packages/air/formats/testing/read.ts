import type { AirFile } from '../../model.ts'
import { isAirFileProblem, readAirFile } from '../read-air-file.ts'

const toText = (file: string | object) => (typeof file === 'string' ? file : JSON.stringify(file))

/** The file, which must be sound. */
export function read(file: string | object, name = 'test.json', nowMs?: number): AirFile {
  const found = readAirFile(toText(file), name, nowMs)
  if (isAirFileProblem(found)) throw new Error(found.message)
  return found
}

/** Why it is refused. */
export function refusal(file: string | object, name = 'test.json'): string {
  const found = readAirFile(toText(file), name)
  return isAirFileProblem(found) ? found.message : 'accepted'
}
