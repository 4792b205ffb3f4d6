import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DatasetUnreadable, rebuildRemedy } from './dataset-unreadable.ts'

/**
 * Sections of a file that have reserved space in shared memory but have not been read yet. The operating system
 * allocates memory on first use, so unused sections take only disk space. Threads share this object, and the first
 * thread that needs a group reads it for all threads.
 */
export interface DeferredSections {
  readonly file: string
  readonly region?: string | undefined
  /** Buffer for the whole file. All sections are views into this buffer. */
  readonly buffer: SharedArrayBuffer
  readonly groups: ReadonlyMap<string, DeferredGroup>
}

interface DeferredGroup {
  /** One of the states `GROUP_UNREAD`, `GROUP_READING` and `GROUP_READ`, shared by all threads. */
  readonly state: Int32Array
  readonly ranges: readonly SectionRange[]
}

export interface SectionRange {
  readonly name: string
  readonly offset: number
  readonly byteLength: number
  readonly checksum: number
}

const GROUP_UNREAD = 0
const GROUP_READING = 1
const GROUP_READ = 2

export function createDeferredGroup(ranges: readonly SectionRange[]): DeferredGroup {
  return { state: new Int32Array(new SharedArrayBuffer(4)), ranges }
}

/**
 * Reads a group, unless it has already been read or does not exist. The function is synchronous because callers use the
 * views immediately. Throws a DatasetUnreadable if the file has changed or no longer exists. A later call can retry.
 */
export function readDeferredGroup(deferredSections: DeferredSections | undefined, name: string): void {
  const group = deferredSections?.groups.get(name)
  if (!deferredSections || !group || !claimGroup(group.state)) return
  let newState = GROUP_UNREAD
  try {
    readRanges(deferredSections, group.ranges)
    newState = GROUP_READ
  } finally {
    Atomics.store(group.state, 0, newState)
    Atomics.notify(group.state, 0)
  }
}

/** Returns whether this thread must read the group. Waits while another thread reads the group. */
function claimGroup(state: Int32Array): boolean {
  for (;;) {
    const previous = Atomics.compareExchange(state, 0, GROUP_UNREAD, GROUP_READING)
    if (previous !== GROUP_READING) return previous === GROUP_UNREAD
    Atomics.wait(state, 0, GROUP_READING)
  }
}

function readRanges(deferredSections: DeferredSections, ranges: readonly SectionRange[]): void {
  const { file, region, buffer } = deferredSections
  const descriptor = openFile(file, region)
  try {
    for (const { name, offset, byteLength, checksum } of ranges) {
      const bytes = new Uint8Array(buffer, offset, byteLength)
      if (readFully(descriptor, bytes, offset) && crc32(bytes) === checksum) continue
      const problem = `section ${name} has changed since the file was opened`
      throw new DatasetUnreadable('damaged', file, offset, problem, rebuildRemedy(region))
    }
  } finally {
    closeSync(descriptor)
  }
}

function openFile(file: string, region: string | undefined): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new DatasetUnreadable('missing', file, 0, 'there is no such file', rebuildRemedy(region))
  }
}

/** Maximum number of bytes per read. The operating system reads at most 2 GiB at once. */
const MAX_READ_BYTES = 1024 ** 3

function readFully(descriptor: number, bytes: Uint8Array, offset: number): boolean {
  let readBytes = 0
  while (readBytes < bytes.length) {
    const length = Math.min(MAX_READ_BYTES, bytes.length - readBytes)
    const bytesRead = readSync(descriptor, bytes, readBytes, length, offset + readBytes)
    if (bytesRead === 0) return false
    readBytes += bytesRead
  }
  return true
}
