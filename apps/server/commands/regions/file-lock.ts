import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createMark, describeOwner, isAbandoned } from '@fairway/dataset'

/** Undoes it; or who holds it. */
export type Lock = { readonly release: () => Promise<void> } | { readonly heldBy: string }

/** Only one process at a time; a lock whose process was killed is taken over. */
export async function lockFile(path: string): Promise<Lock> {
  const mark = createMark()
  const own = `${path}.${mark}`
  // By a link, which appears together with its content: an empty lock would have no owner.
  await writeFile(own, mark)
  try {
    for (;;) {
      try {
        await link(own, path)
        return { release: () => rm(path, { force: true }) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const heldBy = await findOwner(path)
      if (heldBy !== undefined) return { heldBy }
      await rm(path, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
}

async function findOwner(path: string): Promise<string | undefined> {
  try {
    const [mark, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)]
    return isAbandoned(mark, Date.now() - mtimeMs) ? undefined : describeOwner(mark)
  } catch {
    // Released in this moment.
    return undefined
  }
}
