import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Writes files into a temporary folder and returns their paths. The folder is deleted after the test suite. */
export function temporaryFiles(): {
  path: (name: string) => string
  write: (name: string, content: string | Uint8Array) => Promise<string>
} {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairway-osm-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  return {
    path,
    async write(name, content) {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), content)
      return path(name)
    },
  }
}
