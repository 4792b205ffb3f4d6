import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atTheEnd } from './processes.ts'

export interface TempDir {
  readonly path: string
  dispose(): Promise<void>
}

export async function createTempDir(prefix = 'fairway-'): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  const forget = atTheEnd(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    // A server that has just exited may still be deleting its own files, which makes a single pass fail with ENOTEMPTY.
    async dispose() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
      forget()
    },
  }
}
