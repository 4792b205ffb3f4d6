import { fileURLToPath } from 'node:url'

/**
 * The path of real data next to the repository (`../shared`). Tests skip what needs a file that does not exist.
 * HIDE_SHARED=true returns paths that never exist, so that CI can prove the tests without the data.
 */
export function sharedPath(path: string): string {
  const folder = process.env.HIDE_SHARED === 'true' ? '../shared-hidden/' : '../shared/'
  return fileURLToPath(new URL(`../../../${folder}${path}`, import.meta.url))
}
