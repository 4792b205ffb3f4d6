import type { Tags } from '../rules.ts'

/**
 * Values of `indoor` for ways that are not inside a building. Other values, such as `corridor` and `area`, describe the
 * kind of indoor way.
 */
const outdoorValues = new Set(['no', 'outdoor', 'outside'])

/**
 * Returns whether the way is inside a building. Such a way needs an access tag, because most buildings are not public.
 * `level` alone does not mean indoors, because footbridges and stairs outside have levels, too.
 */
export function isIndoor(tags: Tags): boolean {
  const indoor = tags.get('indoor')
  return indoor !== undefined && indoor !== '' && !outdoorValues.has(indoor)
}
