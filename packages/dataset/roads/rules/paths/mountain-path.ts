import type { Tags } from '../rules.ts'

/** Values of `sac_scale` above an easy hike, for paths that are exposed, steep or invisible. */
const mountainScales = new Set([
  'mountain_hiking',
  'demanding_mountain_hiking',
  'alpine_hiking',
  'demanding_alpine_hiking',
  'difficult_alpine_hiking',
])

/** Returns whether a path is for mountain hikes rather than everyday walks. */
export function isMountainPath(tags: Tags): boolean {
  return mountainScales.has(tags.get('sac_scale') ?? '')
}
