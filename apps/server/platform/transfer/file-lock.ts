import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createOwnerMark, describeOwner, isAbandoned } from '@fairway/dataset'

/** Acquired lock with its release function, or the current owner of the lock. */
export type Lock = { readonly release: () => Promise<void> } | { readonly heldBy: string }

/** Locks the file for one process at a time. The lock of a killed process is taken over. */
export async function lockFile(path: string): Promise<Lock> {
  const owner = createOwnerMark()
  const ownerFile = `${path}.${owner}`
  // A hard link appears together with its content, so the lock always names its owner.
  await writeFile(ownerFile, owner)
  try {
    for (;;) {
      try {
        await link(ownerFile, path)
        return { release: () => rm(path, { force: true }) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const heldBy = await findOwner(path)
      if (heldBy !== undefined) return { heldBy }
      await rm(path, { force: true })
    }
  } finally {
    await rm(ownerFile, { force: true })
  }
}

async function findOwner(path: string): Promise<string | undefined> {
  try {
    const [owner, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)]
    return isAbandoned(owner, Date.now() - mtimeMs) ? undefined : describeOwner(owner)
  } catch {
    // The lock was just released.
    return undefined
  }
}
