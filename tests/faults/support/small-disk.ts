import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { atTheEnd } from '../../support/servers/processes.ts'
import { createTempDir } from '../../support/servers/temp-dir.ts'

export interface SmallDisk {
  readonly path: string
  /** Uses all the remaining space, to the last byte. */
  fill(): void
  /** Frees the space that `fill` has used. */
  free(): void
  dispose(): Promise<void>
}

/** Mounts a small disk, or returns undefined. Only root may mount a file system, and not in every container. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await createTempDir('fairway-disk-')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'fairway', folder.path], {
      stdio: 'ignore',
    })
  } catch {
    await folder.dispose()
    return undefined
  }
  const unmount = () => void execFileSync('umount', ['-l', folder.path], { stdio: 'ignore' })
  const forget = atTheEnd(unmount)
  const ballast = join(folder.path, 'ballast')
  return {
    path: folder.path,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    async dispose() {
      unmount()
      forget()
      await folder.dispose()
    },
  }
}

function fillUp(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (let bytes = 2 ** 20; bytes >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(bytes))
      } catch {
        bytes /= 2
      }
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
