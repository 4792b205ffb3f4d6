import type { Point } from '../points.ts'

/** Change that may resolve an error. */
export interface Fix {
  readonly label: string
  readonly run: () => void | Promise<void>
}

/** Point that an error message refers to. */
export interface FixablePoint {
  /** Name in a label, such as “the start” or “stop 3”. */
  readonly title: string
  readonly at: Point
  readonly move: (to: Point) => void
  readonly remove?: () => void
}

/** Changes that are possible on the page. */
export interface PointFixOptions {
  /** Points that the message refers to. */
  readonly points: readonly FixablePoint[]
  /** Keeps only the first entries of the list. */
  readonly keepFirst?: (count: number) => void
  /** Word for an entry of the list. */
  readonly noun?: string
  readonly isNearMaps: (at: Point) => boolean
  readonly moveToRoad: (point: FixablePoint) => Promise<void>
}

/** Maximum number of points with their own buttons. */
const MAX_POINTS = 3

export function isOutsideMaps(message: string): boolean {
  return /outside the loaded maps|on different maps|has no road map yet|no map of this service covers/.test(message)
}

/** Lists the changes that the message of the service suggests for points on any page. */
export function listPointFixes(message: string, options: PointFixOptions): readonly Fix[] {
  const { points, isNearMaps, moveToRoad } = options
  const isFarFromRoad = /\bha(?:s|ve) no road within|^There is no road within/.test(message)
  const isOutside = /outside the loaded maps/.test(message)
  const shownPoints = points.slice(0, MAX_POINTS)
  const movable = isFarFromRoad ? shownPoints : isOutside ? shownPoints.filter(({ at }) => isNearMaps(at)) : []
  return [
    ...(isOutside && message.includes('two values swapped') ? shownPoints.map(toSwapFix) : []),
    ...movable.map((point) => ({
      label: `Move ${point.title} to the nearest road`,
      run: () => moveToRoad(point),
    })),
    ...(isFarFromRoad || isOutside ? listRemovals(points, options) : []),
    ...listCountFixes(message, options),
  ]
}

function toSwapFix({ title, at: [latitude, longitude], move }: FixablePoint): Fix {
  return { label: `Swap latitude and longitude of ${title}`, run: () => move([longitude, latitude]) }
}

function listRemovals(points: readonly FixablePoint[], { noun = 'point' }: PointFixOptions): readonly Fix[] {
  const removals = points.flatMap(({ title, remove }) => (remove === undefined ? [] : [{ title, remove }]))
  const [first] = removals
  if (first === undefined) return []
  if (removals.length === 1) return [{ label: `Remove ${first.title}`, run: first.remove }]
  const run = () => {
    for (const { remove } of removals) remove()
  }
  return [{ label: `Remove these ${removals.length} ${noun}s`, run }]
}

/** Suggests the largest allowed number of entries, for messages such as “… has 101 points, but … at most 100 …”. */
function listCountFixes(message: string, { keepFirst, noun = 'point' }: PointFixOptions): readonly Fix[] {
  const match = /\bhas [\d,]+ points\b.*? at most ([\d,]+)\b/.exec(message)
  if (match === null || keepFirst === undefined) return []
  const count = Number((match[1] ?? '').replaceAll(',', ''))
  return [{ label: `Keep only the first ${count.toLocaleString('en')} ${noun}s`, run: () => keepFirst(count) }]
}
