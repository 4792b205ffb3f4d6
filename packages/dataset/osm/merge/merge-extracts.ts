import { stat } from 'node:fs/promises'
import { ChangeSet } from '../changes/change-set.ts'
import { findTimestamp } from '../pbf/pbf-header.ts'
import { writePbf } from '../pbf/write-pbf.ts'
import { readExtract } from '../read-extract.ts'
import { type MergeInput, mergeSorted } from './merge-sorted.ts'

export interface MergeOptions {
  readonly extracts: readonly string[]
  /** Change files to apply to the merged extract, oldest first. */
  readonly changes?: readonly string[]
  /** Time up to which the changes are complete, in ISO 8601 format. Defaults to the time of the newest change. */
  readonly changedAt?: string | undefined
  readonly threads: number
  onFraction(fraction: number): void
}

/**
 * Writes the union of sorted extracts to an .osm.pbf file. If multiple extracts contain an element, the highest version
 * is kept. If an element has no version, it is taken from the extract with the newest data, or from the last of
 * multiple equally new extracts. A change is applied unless an extract contains a newer version of the element.
 */
export async function mergeExtracts(file: string, options: MergeOptions): Promise<void> {
  const inputs = await listByAge(options.extracts)
  const timestamps = inputs.map(({ timestamp }) => timestamp)
  // The union is complete only up to the time of the oldest extract.
  const timestamp = timestamps.includes(undefined) ? undefined : timestamps[0]
  const changes = new ChangeSet()
  for (const changeFile of options.changes ?? []) await changes.read(changeFile)
  const merged = mergeSorted([
    ...openInputs(inputs, options),
    { file: (options.changes ?? []).join(' + '), blocks: changes.listSorted() },
  ])
  await writePbf(file, merged, options.changedAt ?? changes.newestTimestamp ?? timestamp)
}

interface DatedExtract {
  readonly extract: string
  readonly timestamp: string | undefined
  readonly bytes: number
}

/** Sorts extracts by the age of their data, oldest first. Extracts without a date count as the oldest. */
async function listByAge(extracts: readonly string[]): Promise<DatedExtract[]> {
  const dated = await Promise.all(
    extracts.map(async (extract) => ({
      extract,
      timestamp: await findTimestamp(extract),
      bytes: (await stat(extract)).size,
    })),
  )
  return dated.sort((a, b) => Date.parse(a.timestamp ?? '1970-01-01') - Date.parse(b.timestamp ?? '1970-01-01'))
}

function openInputs(inputs: readonly DatedExtract[], { threads, onFraction }: MergeOptions): MergeInput[] {
  const totalBytes = inputs.reduce((sum, { bytes }) => sum + bytes, 0)
  const readBytes = inputs.map(() => 0)
  return inputs.map(({ extract, bytes }, index) => ({
    file: extract,
    blocks: readExtract(extract, {
      threads: Math.max(1, Math.floor(threads / inputs.length)),
      withVersions: true,
      onProgress: (doneBytes, total) => {
        readBytes[index] = total > 0 ? (bytes * doneBytes) / total : bytes
        onFraction(readBytes.reduce((sum, count) => sum + count, 0) / Math.max(1, totalBytes))
      },
    }),
  }))
}
