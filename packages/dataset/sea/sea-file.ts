import { fromSections, nodeCount, type Sea, toSections } from '@fairway/sea'
import { DatasetUnreadable } from '../format/dataset-unreadable.ts'
import { readSections } from '../format/read-sections.ts'
import { bytesOf } from '../format/typed-array.ts'
import { keepSections } from '../store/keep-sections.ts'
import { SEA_VERSION } from './build-sea.ts'
import { giveBack, packArray, unpackArray } from './packed-array.ts'

/** Which edition of the sea it is stands in a section of its own. */
const VERSION = 'sea.version'
/** Threads that libuv has for work of this kind, unless it is told otherwise. */
const AT_ONCE = 4
const REMEDY = 'it is made of what npm installed: delete it, and it will be made again'

/** Keeps a sea for the next start, in a quarter of its size. Whoever reads the file sees all of it or nothing. */
export async function writeSea(sea: Sea, file: string): Promise<void> {
  const sections: [string, Uint8Array][] = [[VERSION, Buffer.from(SEA_VERSION)]]
  for (const [name, array] of toSections(sea)) sections.push([name, await packArray(array, strideOf(name, sea))])
  await keepSections(file, sections)
}

/**
 * The sea as it was written, in memory that all threads may see: posted to another one, nothing of it is copied. Throws a
 * DatasetUnreadable when the file is missing, damaged or of another version.
 */
export async function readSea(file: string): Promise<Sea> {
  const packed = await readSections(file).catch(tellRemedy)
  const version = packed.get(VERSION)
  if (!version) throw new DatasetUnreadable('not-a-dataset', file, 0, 'this file holds no sea', REMEDY)
  const found = Buffer.from(bytesOf(version)).toString()
  if (found !== SEA_VERSION) {
    const what = `the file holds edition ${found} of the sea, this server reads ${SEA_VERSION}`
    throw new DatasetUnreadable('other-version', file, 0, what, REMEDY)
  }
  packed.delete(VERSION)
  const unpacking = [...packed].map(([name, bytes]) => ({ name, ...unpackArray(bytesOf(bytes)) }))
  await runJobs(unpacking.flatMap(({ jobs }) => jobs))
  // All sections are views into one buffer.
  giveBack(version.buffer)
  return fromSections(new Map(unpacking.map(({ name, array }) => [name, array])))
}

/** As many as there are threads for it: what is under way takes memory, what waits does not. */
async function runJobs(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = jobs.values()
  const run = async () => {
    for (const job of waiting) await job()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

/** How far apart the elements are that are alike; 0 where differences are no smaller than the elements themselves. */
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

/** Datasets are compiled from extracts, the sea is not. */
function tellRemedy(error: unknown): never {
  if (!(error instanceof DatasetUnreadable)) throw error
  const what = error.message.slice(`${error.file}, byte ${error.offset}: `.length, -`; ${error.remedy}`.length)
  throw new DatasetUnreadable(error.kind, error.file, error.offset, what, REMEDY)
}
