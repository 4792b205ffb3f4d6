import type { Tags } from '../rules.ts'

/** Values of `sac_scale` above an easy hike: exposed, steep or without a visible path. */
const mountainScales = new Set([
  'mountain_hiking',
  'demanding_mountain_hiking',
  'alpine_hiking',
  'demanding_alpine_hiking',
  'difficult_alpine_hiking',
])

/** A path for mountain hikes, as opposed to everyday walks. */
export function isMountainPath(tags: Tags): boolean {
  return mountainScales.has(tags.get('sac_scale') ?? '')
}
