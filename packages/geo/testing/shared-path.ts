import { fileURLToPath } from 'node:url'

/**
 * The path to real data next to the repository (`../shared`). Tests that need a missing file are skipped.
 * HIDE_SHARED=true returns paths that never exist, so that CI can verify that the tests pass without the data.
 */
export function sharedPath(path: string): string {
  const folder = process.env.HIDE_SHARED === 'true' ? '../shared-hidden/' : '../shared/'
  return fileURLToPath(new URL(`../../../${folder}${path}`, import.meta.url))
}
