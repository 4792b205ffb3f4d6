import { createHash } from 'node:crypto'
import { isAirFileProblem, readAirFile } from '@fairway/air'
import type { NamedAirFile, UnusableFile, ZoneSet } from '../../../maps/airspace/airspace-handle.ts'
import { encodeAirFiles } from '../../../maps/airspace/pack-files.ts'
import { removeDuplicateIds } from './unique-across-files.ts'
import { readZoneText, ZoneStore } from './zone-store.ts'

/** Reads every zone file in the data folder. An unusable file is skipped, and the others stay in effect. */
export async function readZoneSet(dataDir: string): Promise<ZoneSet> {
  const files: NamedAirFile[] = []
  const unusableFiles: UnusableFile[] = []
  const hash = createHash('sha256')
  for (const { name, path } of await new ZoneStore(dataDir).list()) {
    const readResult = await readZoneFile(name, path)
    if ('why' in readResult) unusableFiles.push({ name, why: readResult.why })
    else {
      files.push({ ...readResult.file, name })
      hash.update(`${name}\n${readResult.text.length}\n${readResult.text}\n`)
    }
  }
  const version = files.length === 0 ? '' : `zones-${hash.digest('hex').slice(0, 12)}`
  return { version, files: encodeAirFiles(removeDuplicateIds(files)), unusable: unusableFiles }
}

async function readZoneFile(name: string, path: string) {
  try {
    const source = await readZoneText(path)
    if ('tooLarge' in source) return { why: source.tooLarge }
    const { text } = source
    const file = readAirFile(text, name)
    return isAirFileProblem(file) ? { why: file.message } : { file, text }
  } catch (error) {
    return { why: (error as Error).message }
  }
}
