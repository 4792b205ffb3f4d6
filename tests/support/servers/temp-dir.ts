import { readFileSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from './processes.ts'

export interface TempDir {
  readonly path: string
  dispose(): Promise<void>
}

/** Folder that Linux keeps in memory. */
const MEMORY_FOLDER = '/dev/shm'
const NEEDED_BYTES = 6 * 2 ** 30

/**
 * Temporary files are in memory if there is enough space. On a disk, every commit would wait for the write, and each of
 * the eighty servers would have to write its map.
 */
const parentFolder = hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()

function hasMemoryFolder(): boolean {
  if (process.platform !== 'linux' || freemem() < NEEDED_BYTES) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).find(([, folder]) => folder === MEMORY_FOLDER)?.[3]
  // Some tests install and run programs in a temporary folder.
  if (options === undefined || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize >= NEEDED_BYTES
}

export async function createTempDir(prefix = 'fairway-'): Promise<TempDir> {
  const path = await mkdtemp(join(parentFolder, prefix))
  const forget = atTheEnd(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    // A server that has just exited may still be deleting its files, so a single pass could fail with ENOTEMPTY.
    async dispose() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
      forget()
    },
  }
}
