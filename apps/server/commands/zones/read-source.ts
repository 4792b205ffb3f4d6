import { basename } from 'node:path'
import { type AirFile, isAirFileProblem, readAirFile } from '@fairway/air'
import { isFileMissing } from '@fairway/dataset'
import { readZoneText } from '../../features/air/runtime/zone-store.ts'
import { CommandError, exitCodes } from '../exit.ts'

export interface ZoneSource {
  readonly text: string
  readonly file: AirFile
}

/** Reads a file of zones and validates every feature. */
export async function readZoneSource(path: string, prefix: string): Promise<ZoneSource> {
  const toCommandError = (code: number, reason: string) => new CommandError(code, `${prefix}${reason}`)
  const name = basename(path)
  const source = await readZoneText(path).catch((error: Error) => {
    if (isFileMissing(error)) throw toCommandError(exitCodes.notFound, `there is no file ${path}`)
    throw toCommandError(exitCodes.failed, `${path} cannot be read: ${error.message}`)
  })
  if ('tooLarge' in source) throw toCommandError(exitCodes.failed, `${name}: ${source.tooLarge}`)
  const { text, warning } = source
  const file = readAirFile(text, name, Date.now())
  if (isAirFileProblem(file)) throw toCommandError(exitCodes.failed, file.message)
  return {
    text,
    file: warning === undefined ? file : { ...file, warnings: [`${name} ${warning}`, ...(file.warnings ?? [])] },
  }
}

/** Describes the contents of a file as text. */
export function describeContent({ zones, corridors, warnings = [] }: AirFile): string {
  const counts = [formatCountOf(zones.length, 'zone'), formatCountOf(corridors.length, 'corridor')].join(', ')
  return [counts, ...warnings.map((warning) => `  warning: ${warning}`)].join('\n')
}

/** Returns the contents of a file as JSON fields. */
export function toContentFields({ zones, corridors, attribution, warnings = [] }: AirFile) {
  return { zones: zones.length, corridors: corridors.length, attribution: attribution ?? null, warnings }
}

function formatCountOf(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
