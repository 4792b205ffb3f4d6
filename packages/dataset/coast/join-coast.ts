import { computePointWeights, Paths, type TileBox } from '@fairway/geo'
import {
  type CoastChain,
  densify,
  fromBorderPosition,
  isClosedChain,
  PointHash,
  signedArea,
  toBorderPosition,
} from './chains.ts'

export interface CoastOptions {
  /** Coastline of a map. It is exact but ends at the edge of the map. */
  readonly local: readonly CoastChain[]
  /** Coastline of the world. It is complete but coarse. Its chains end at the border of the box. */
  readonly world: readonly CoastChain[]
  readonly box: TileBox
  /** Parts of the world coastline that are closer than this distance to the local coastline count as the same coast. */
  readonly tolerance: number
}

const WATER_LABEL = 0
export const LAND_LABEL = 1

/** Maximum gap between two coastline ends that are joined, as a multiple of the tolerance. */
const MAX_GAP_TOLERANCES = 6

/**
 * Replaces the world coastline with the local coastline wherever the map contains the coast. Returns rings of water and
 * of enclosed land, in painting order. World islands near the local coastline are removed if the map does not contain
 * them.
 */
export function joinCoast({ local, world, box, tolerance }: CoastOptions): Paths {
  const pieces = [...local, ...cutNearLocal(world, local, tolerance)]
  const joinedChains = linkChains(pieces, box, tolerance)
  const closedChains = joinedChains.filter(isClosedChain)
  const open = joinedChains.filter((chain) => !isClosedChain(chain)).map((chain) => extendToBorder(chain, box))
  const rings = closeAlongBorder(open, box)
  return toPaths(rings, closedChains, box)
}

/** Returns the parts of the world chains that are farther than the tolerance from the local coast. */
function cutNearLocal(
  world: readonly CoastChain[],
  localCoast: readonly CoastChain[],
  tolerance: number,
): CoastChain[] {
  const hash = new PointHash(tolerance)
  for (const chain of localCoast) {
    const { x, y } = densify(chain, tolerance / 4)
    for (let i = 0; i < x.length; i++) hash.add(x[i], y[i], 0)
  }
  return world.flatMap((chain) => cutChain(chain, (x, y) => !hash.listNear(x, y).next().done, tolerance))
}

function cutChain(chain: CoastChain, isNear: (x: number, y: number) => boolean, tolerance: number): CoastChain[] {
  const { x, y } = densify(chain, tolerance / 4)
  const isKept = x.map((_, i) => !isNear(x[i], y[i]))
  if (isKept.every(Boolean)) return [chain]
  const pieces: { x: number[]; y: number[] }[] = []
  // The start of a closed chain is arbitrary, so the pieces before and after it form one piece.
  const first = isClosedChain(chain) ? isKept.indexOf(false) : 0
  let piece: { x: number[]; y: number[] } | undefined
  for (let step = 0; step < x.length; step++) {
    const i = (first + step) % x.length
    // The last point of a closed chain repeats the first point.
    if (first > 0 && i === 0) continue
    if (!isKept[i]) {
      piece = undefined
      continue
    }
    if (!piece) {
      piece = { x: [], y: [] }
      pieces.push(piece)
    }
    piece.x.push(x[i])
    piece.y.push(y[i])
  }
  return pieces.filter(({ x: points }) => points.length > 1)
}

/**
 * Joins the ends of chains to nearby starts, smallest gap first. Ends and starts on the border of the box are not
 * joined.
 */
function linkChains(chains: readonly CoastChain[], box: TileBox, tolerance: number): CoastChain[] {
  const open = chains.filter((chain) => !isClosedChain(chain))
  const hash = new PointHash(tolerance * MAX_GAP_TOLERANCES)
  for (const [id, { x, y }] of open.entries()) if (!isOnBorder(x[0], y[0], box)) hash.add(x[0], y[0], id)
  const pairs: { from: number; to: number; distance: number }[] = []
  for (const [from, chain] of open.entries()) {
    const [x, y] = [chain.x[chain.x.length - 1], chain.y[chain.y.length - 1]]
    if (isOnBorder(x, y, box)) continue
    for (const { id: to, distance } of hash.listNear(x, y)) {
      // Do not close a chain whose gap is longer than a quarter of the chain.
      if (from === to && distance > chainLength(chain) / 4) continue
      pairs.push({ from, to, distance })
    }
  }
  pairs.sort((a, b) => a.distance - b.distance || a.from - b.from || a.to - b.to)
  const next = new Map<number, number>()
  const followers = new Set<number>()
  for (const { from, to } of pairs) {
    if (next.has(from) || followers.has(to)) continue
    next.set(from, to)
    followers.add(to)
  }
  return [...chains.filter(isClosedChain), ...traceLinks(open, next, followers)].filter(
    (chain) => isClosedChain(chain) || chainLength(chain) > tolerance || isOnBorder(chain.x[0], chain.y[0], box),
  )
}

function traceLinks(
  open: readonly CoastChain[],
  next: ReadonlyMap<number, number>,
  followers: ReadonlySet<number>,
): CoastChain[] {
  const visitedChains = new Set<number>()
  const joinedChains: CoastChain[] = []
  const starts = [...open.keys()].filter((id) => !followers.has(id))
  for (const start of [...starts, ...open.keys()]) {
    if (visitedChains.has(start)) continue
    const chain = { x: [] as number[], y: [] as number[] }
    let id: number | undefined = start
    while (id !== undefined && !visitedChains.has(id)) {
      visitedChains.add(id)
      for (const x of open[id].x) chain.x.push(x)
      for (const y of open[id].y) chain.y.push(y)
      id = next.get(id)
    }
    if (id === start) {
      chain.x.push(chain.x[0])
      chain.y.push(chain.y[0])
    }
    joinedChains.push(chain)
  }
  return joinedChains
}

function chainLength({ x, y }: CoastChain): number {
  let length = 0
  for (let i = 1; i < x.length; i++) length += Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1])
  return length
}

function isOnBorder(x: number, y: number, box: TileBox): boolean {
  const margin = (box.east - box.west) * 1e-6
  return x <= box.west + margin || x >= box.east - margin || y <= box.north + margin || y >= box.south - margin
}

/** Extends the chain straight to the border where no other coastline continues it. */
function extendToBorder({ x, y }: CoastChain, box: TileBox): CoastChain {
  const last = x.length - 1
  const [startX, startY] = fromBorderPosition(toBorderPosition(x[0], y[0], box), box)
  const [endX, endY] = fromBorderPosition(toBorderPosition(x[last], y[last], box), box)
  return { x: [startX, ...x, endX], y: [startY, ...y, endY] }
}

/**
 * Closes the chains into rings of water. Chains are joined clockwise along the border of the box, which keeps the water
 * on the right.
 */
function closeAlongBorder(chains: readonly CoastChain[], box: TileBox): CoastChain[] {
  const starts = chains.map(({ x, y }) => toBorderPosition(x[0], y[0], box))
  const ends = chains.map(({ x, y }) => toBorderPosition(x[x.length - 1], y[y.length - 1], box))
  const order = [...chains.keys()].sort((a, b) => starts[a] - starts[b])
  const findNext = (position: number) => order.find((id) => starts[id] >= position) ?? order[0]
  const visitedChains = new Set<number>()
  const rings: CoastChain[] = []
  for (const first of chains.keys()) {
    if (visitedChains.has(first)) continue
    const ring = { x: [] as number[], y: [] as number[] }
    let id = first
    while (!visitedChains.has(id)) {
      visitedChains.add(id)
      for (const x of chains[id].x) ring.x.push(x)
      for (const y of chains[id].y) ring.y.push(y)
      const next = findNext(ends[id])
      walkBorder(ring, ends[id], starts[next] < ends[id] ? starts[next] + 4 : starts[next], box)
      id = next
    }
    ring.x.push(ring.x[0])
    ring.y.push(ring.y[0])
    rings.push(ring)
  }
  return rings
}

/** Adds the corners between two positions on the border. */
function walkBorder(ring: { x: number[]; y: number[] }, from: number, to: number, box: TileBox): void {
  for (let corner = Math.floor(from) + 1; corner < to; corner++) {
    const [x, y] = fromBorderPosition(corner % 4, box)
    ring.x.push(x)
    ring.y.push(y)
  }
}

function toPaths(waterRings: readonly CoastChain[], closedChains: readonly CoastChain[], box: TileBox): Paths {
  const paths = new Paths()
  const sorted = closedChains
    .map((chain) => ({ chain, area: signedArea(chain) }))
    .sort((a, b) => Math.abs(b.area) - Math.abs(a.area))
  // If all rings are islands, the rest of the box is sea.
  if (waterRings.length === 0 && (sorted[0]?.area ?? 0) < 0) {
    const { west, north, east, south } = box
    addRing(paths, { x: [west, east, east, west, west], y: [north, north, south, south, north] }, WATER_LABEL)
  }
  for (const ring of waterRings) addRing(paths, ring, WATER_LABEL)
  for (const { chain, area } of sorted) addRing(paths, chain, area < 0 ? LAND_LABEL : WATER_LABEL)
  return paths
}

function addRing(paths: Paths, { x, y }: CoastChain, label: number): void {
  const first = paths.length
  for (let i = 0; i < x.length; i++) paths.add(x[i], y[i], 0)
  computePointWeights(paths.x, paths.y, paths.weight, first, paths.length - 1)
  paths.endPath(label, 4)
}
