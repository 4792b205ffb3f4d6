import { type ProfileName, profileNames } from '@fairway/road'

/** What other providers call the profiles, in `mode` and `costing`. */
export const profileByWord = {
  ...(Object.fromEntries(profileNames.map((name) => [name, name])) as Record<ProfileName, ProfileName>),
  driving: 'car',
  'driving-car': 'car',
  'driving-traffic': 'car',
  drive: 'car',
  auto: 'car',
  two_wheeler: 'motorcycle',
  hgv: 'truck',
  'driving-hgv': 'truck',
  cycling: 'bicycle',
  bicycling: 'bicycle',
  bike: 'bicycle',
  'cycling-regular': 'bicycle',
  walking: 'foot',
  walk: 'foot',
  pedestrian: 'foot',
  'foot-walking': 'foot',
} as const satisfies Record<string, ProfileName>
type ProfileWord = keyof typeof profileByWord
export const profileWords = Object.keys(profileByWord) as readonly ProfileWord[]
