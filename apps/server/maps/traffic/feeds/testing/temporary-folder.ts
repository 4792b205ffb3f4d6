import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a folder that is removed after the suite. */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairway-feeds-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}
