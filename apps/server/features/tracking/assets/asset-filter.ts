import { toLiveView } from '@fairway/tracking'
import type { Asset, liveStates } from './asset.ts'
import type { AssetFilter, AssetStore } from './asset-store.ts'
import { findPolledRoute } from './stored-routes.ts'

/** Bounding box in degrees. West is greater than east if the box crosses the 180th meridian. */
export type Box = readonly [south: number, west: number, north: number, east: number]

/** Conditions that can be checked only after an asset has been read. */
export interface LiveFilter {
  readonly state?: (typeof liveStates)[number] | undefined
  readonly box?: Box | undefined
}

/** Number of assets per query while a filter on state or position applies. */
const ASSETS_PER_READ = 500

export function parseBox(text: string): Box | undefined {
  const numbers = text.split(',').map((part) => (/^\s*[-+]?\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN))
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = numbers
  const areLatitudes = south >= -90 && north <= 90 && south <= north
  const areLongitudes = Math.abs(west) <= 180 && Math.abs(east) <= 180
  return numbers.length === 4 && areLatitudes && areLongitudes ? [south, west, north, east] : undefined
}

/** Lists the assets that match both filters, in order of registration and up to the limit. */
export async function listMatching(
  store: Pick<AssetStore, 'list'>,
  { account, after, limit }: { readonly account: number; readonly after: number; readonly limit: number },
  filter: AssetFilter,
  live: LiveFilter,
  nowMs: number,
): Promise<Asset[]> {
  if (live.state === undefined && !live.box) return await store.list(account, after, limit, filter)
  const matching: Asset[] = []
  for (let last = after; matching.length < limit; ) {
    const page = await store.list(account, last, ASSETS_PER_READ, filter)
    matching.push(...page.filter((asset) => matchesFilter(asset, live, nowMs)))
    last = page.at(-1)?.number ?? last
    if (page.length < ASSETS_PER_READ) break
  }
  return matching.slice(0, limit)
}

function matchesFilter(asset: Asset, { state, box }: LiveFilter, nowMs: number): boolean {
  if (box && !(asset.state && isInBox(asset.state.fix, box))) return false
  return state === undefined || toLiveView(findPolledRoute(asset), asset.state, nowMs).state === state
}

function isInBox({ latitude, longitude }: { latitude: number; longitude: number }, box: Box): boolean {
  const [south, west, north, east] = box
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}
