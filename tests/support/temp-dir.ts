import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempDir {
  readonly path: string
  dispose(): Promise<void>
}

export async function createTempDir(prefix = 'fairway-'): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  return {
    path,
    // A server that has just ended may still be deleting its own files, which makes a single pass fail on ENOTEMPTY.
    dispose: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}
