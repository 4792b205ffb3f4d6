import { type Avoidable, type ProfileName, profileNames } from '@fairway/road'

/** Profiles by the names that other providers use. */
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
export type ProfileWord = keyof typeof profileByWord
export const profileWords = Object.keys(profileByWord) as readonly ProfileWord[]

/** Features to avoid, by the names that other providers use. */
export const avoidableByWord: Readonly<Record<string, Avoidable>> = {
  toll: 'tolls',
  tollways: 'tolls',
  toll_roads: 'tolls',
  motorway: 'motorways',
  highway: 'motorways',
  highways: 'motorways',
  ferry: 'ferries',
  tunnel: 'tunnels',
  unpaved_roads: 'unpaved',
}
