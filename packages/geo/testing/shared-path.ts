import { fileURLToPath } from 'node:url'

/**
 * Returns the path to real data next to the repository (`../shared`). Tests that need a missing file are skipped. With
 * HIDE_SHARED=true, the returned paths never exist, so that CI can verify that the tests pass without the data.
 */
export function sharedPath(path: string): string {
  const folder = process.env.HIDE_SHARED === 'true' ? '../shared-hidden/' : '../shared/'
  return fileURLToPath(new URL(`../../../${folder}${path}`, import.meta.url))
}
