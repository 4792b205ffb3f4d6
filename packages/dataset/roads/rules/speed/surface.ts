import type { Tags } from '../rules.ts'

/** Maximum speed in km/h by surface. Surfaces that are smooth enough for any speed are not listed. */
const surfaceKmh = new Map<string, number>([
  ...toCapEntries(80, ['cement', 'compacted', 'fine_gravel']),
  ...toCapEntries(60, ['paving_stones', 'metal', 'bricks']),
  ...toCapEntries(40, [
    'grass',
    'wood',
    'sett',
    'grass_paver',
    'gravel',
    'unpaved',
    'ground',
    'dirt',
    'pebblestone',
    'tartan',
  ]),
  ...toCapEntries(40, ['cobblestone:flattened']),
  ...toCapEntries(30, ['cobblestone', 'unhewn_cobblestone', 'clay', 'snow']),
  ...toCapEntries(20, ['earth', 'stone', 'rocky', 'rock', 'sand', 'ice']),
  ['laterite', 15],
  ['mud', 10],
])

const tracktypeKmh = new Map<string, number>([
  ['grade1', 60],
  ['grade2', 40],
  ['grade3', 30],
  ['grade4', 25],
  ['grade5', 20],
])

const smoothnessKmh = new Map<string, number>([
  ['intermediate', 80],
  ['bad', 40],
  ['very_bad', 20],
  ['horrible', 10],
  ['very_horrible', 5],
  ['impassable', 0],
])

function toCapEntries(kmh: number, surfaces: readonly string[]): [string, number][] {
  return surfaces.map((surface) => [surface, kmh])
}

/** Returns the maximum speed on the surface in km/h, regardless of the limit. 0 means impassable for cars. */
export function surfaceCapKmh(tags: Tags): number {
  return Math.min(
    findCapKmh(surfaceKmh, tags.get('surface')),
    findCapKmh(tracktypeKmh, tags.get('tracktype')),
    findCapKmh(smoothnessKmh, tags.get('smoothness')),
  )
}

function findCapKmh(caps: ReadonlyMap<string, number>, value: string | undefined): number {
  return (value === undefined ? undefined : caps.get(value)) ?? Number.POSITIVE_INFINITY
}

const unpavedSurfaces = new Set(
  'unpaved compacted fine_gravel gravel pebblestone ground dirt earth grass sand clay mud laterite rock rocky snow ice'
    .concat(' woodchips salt shells')
    .split(' '),
)
const looseTracks = new Set(['grade2', 'grade3', 'grade4', 'grade5'])

/** Returns whether the road is unpaved. A known surface takes precedence over the track grade. */
export function isUnpaved(tags: Tags): boolean {
  const surface = tags.get('surface')
  return surface === undefined ? looseTracks.has(tags.get('tracktype') ?? '') : unpavedSurfaces.has(surface)
}
