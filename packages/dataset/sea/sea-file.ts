import { countNodes, type Sea, seaFromSections, seaToSections } from '@fairway/sea'
import { DatasetUnreadable } from '../format/dataset-unreadable.ts'
import { readSections } from '../format/read-sections.ts'
import { toBytes } from '../format/typed-array.ts'
import { writeSectionsAtomically } from '../store/keep-sections.ts'
import { SEA_VERSION } from './build-sea.ts'
import { freeBuffer, packArray, unpackArray } from './packed-array.ts'

/** Name of the section that contains the version of the sea map. */
const VERSION_SECTION = 'sea.version'
/** Maximum number of jobs that run at once, which equals the default number of libuv threads. */
const MAX_PARALLEL_JOBS = 4
const REBUILD_REMEDY = 'it is built from installed npm packages: delete it to rebuild it'

/**
 * Stores a sea map for the next start, compressed to a quarter of its size. The write is atomic, so readers never see a
 * partial file.
 */
export async function writeSea(sea: Sea, file: string): Promise<void> {
  const sections: [string, Uint8Array][] = [[VERSION_SECTION, Buffer.from(SEA_VERSION)]]
  for (const [name, array] of seaToSections(sea)) sections.push([name, await packArray(array, getStride(name, sea))])
  await writeSectionsAtomically(file, sections)
}

/**
 * Reads a stored sea map into memory shared by all threads, so that posting it to another thread needs no copy. Throws
 * a DatasetUnreadable if the file is missing, damaged or of another version.
 */
export async function readSea(file: string): Promise<Sea> {
  const sections = await readSections(file).catch(rethrowWithRemedy)
  const version = sections.get(VERSION_SECTION)
  if (!version) throw new DatasetUnreadable('not-a-dataset', file, 0, 'this file contains no sea map', REBUILD_REMEDY)
  const storedVersion = Buffer.from(toBytes(version)).toString()
  if (storedVersion !== SEA_VERSION) {
    const problem = `the file contains version ${storedVersion} of the sea map, but this server reads ${SEA_VERSION}`
    throw new DatasetUnreadable('other-version', file, 0, problem, REBUILD_REMEDY)
  }
  sections.delete(VERSION_SECTION)
  const unpackedSections = [...sections].map(([name, bytes]) => ({ name, ...unpackArray(toBytes(bytes)) }))
  await runJobs(unpackedSections.flatMap(({ jobs }) => jobs))
  // All sections are views into one buffer, so freeing it frees all sections.
  freeBuffer(version.buffer)
  return seaFromSections(new Map(unpackedSections.map(({ name, array }) => [name, array])))
}

/** Runs as many jobs at once as there are threads, because running jobs take memory and waiting jobs do not. */
async function runJobs(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const jobQueue = jobs.values()
  const runQueuedJobs = async () => {
    for (const job of jobQueue) await job()
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_JOBS }, runQueuedJobs))
}

/** Returns the stride between similar elements, or 0 if their differences would not be smaller than the elements. */
function getStride(name: string, sea: Sea): number {
  if (name === 'sea.landmarks.cost') return Math.max(1, sea.landmarks.cost.length / Math.max(1, countNodes(sea)))
  return unorderedSections.has(name) ? 0 : 1
}

const unorderedSections: ReadonlySet<string> = new Set([
  'sea.shores.water',
  'sea.cells.content',
  'sea.links.cost',
  'sea.near.distance',
  'sea.nodes.size',
  'sea.nodes.body',
  'sea.nodes.gated',
  'sea.channels.table',
])

/** Rethrows an error with a different remedy, because the sea map is not compiled from extracts. */
function rethrowWithRemedy(error: unknown): never {
  if (!(error instanceof DatasetUnreadable)) throw error
  const problem = error.message.slice(`${error.file}, byte ${error.offset}: `.length, -`; ${error.remedy}`.length)
  throw new DatasetUnreadable(error.kind, error.file, error.offset, problem, REBUILD_REMEDY)
}
