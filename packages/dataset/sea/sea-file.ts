import { nodeCount, type Sea, seaFromSections, seaToSections } from '@fairway/sea'
import { DatasetUnreadable } from '../format/dataset-unreadable.ts'
import { readSections } from '../format/read-sections.ts'
import { bytesOf } from '../format/typed-array.ts'
import { keepSections } from '../store/keep-sections.ts'
import { SEA_VERSION } from './build-sea.ts'
import { giveBack, packArray, unpackArray } from './packed-array.ts'

/** Section that contains the version of the sea map. */
const VERSION = 'sea.version'
/** Default number of libuv threads for this kind of work. */
const AT_ONCE = 4
const REMEDY = 'it is built from installed npm packages: delete it, and it is built again'

/** Stores a sea map for the next start at a quarter of its size. Readers see either the whole file or none. */
export async function writeSea(sea: Sea, file: string): Promise<void> {
  const sections: [string, Uint8Array][] = [[VERSION, Buffer.from(SEA_VERSION)]]
  for (const [name, array] of seaToSections(sea)) sections.push([name, await packArray(array, strideOf(name, sea))])
  await keepSections(file, sections)
}

/**
 * Reads a stored sea map into memory shared by all threads, so it is posted to another thread without copying. Throws a
 * DatasetUnreadable if the file is missing, damaged, or of another version.
 */
export async function readSea(file: string): Promise<Sea> {
  const packed = await readSections(file).catch(tellRemedy)
  const version = packed.get(VERSION)
  if (!version) throw new DatasetUnreadable('not-a-dataset', file, 0, 'this file contains no sea map', REMEDY)
  const found = Buffer.from(bytesOf(version)).toString()
  if (found !== SEA_VERSION) {
    const what = `the file contains version ${found} of the sea map, but this server reads ${SEA_VERSION}`
    throw new DatasetUnreadable('other-version', file, 0, what, REMEDY)
  }
  packed.delete(VERSION)
  const unpacking = [...packed].map(([name, bytes]) => ({ name, ...unpackArray(bytesOf(bytes)) }))
  await runJobs(unpacking.flatMap(({ jobs }) => jobs))
  // All sections are views into one buffer, so this frees all of them.
  giveBack(version.buffer)
  return seaFromSections(new Map(unpacking.map(({ name, array }) => [name, array])))
}

/** Runs as many jobs at once as there are threads, because running jobs take memory and waiting ones do not. */
async function runJobs(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = jobs.values()
  const run = async () => {
    for (const job of waiting) await job()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

/** Distance between similar elements. 0 where differences are no smaller than the elements themselves. */
function strideOf(name: string, sea: Sea): number {
  if (name === 'sea.landmarks.cost') return Math.max(1, sea.landmarks.cost.length / Math.max(1, nodeCount(sea)))
  return isUnordered.has(name) ? 0 : 1
}

const isUnordered: ReadonlySet<string> = new Set([
  'sea.shores.water',
  'sea.cells.content',
  'sea.links.cost',
  'sea.near.distance',
  'sea.nodes.size',
  'sea.nodes.body',
  'sea.nodes.gated',
  'sea.channels.table',
])

/** Datasets are compiled from extracts, but the sea map is not, so the remedy differs. */
function tellRemedy(error: unknown): never {
  if (!(error instanceof DatasetUnreadable)) throw error
  const what = error.message.slice(`${error.file}, byte ${error.offset}: `.length, -`; ${error.remedy}`.length)
  throw new DatasetUnreadable(error.kind, error.file, error.offset, what, REMEDY)
}
