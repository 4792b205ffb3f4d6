import type { NearbyCategory, NearbyReply } from '@fairway/client'
import type { Placed } from '../../entry/find-addresses.ts'
import { theMap } from '../../map/the-map.ts'
import { findTown } from '../../map/town.ts'
import type { Point } from '../../points.ts'
import { ask } from '../../state/calls.ts'

/** Kinds of places that stand at roads and all over a town. */
const categories: readonly NearbyCategory[] = ['fuel', 'hospital', 'hotel', 'police']
const RADIUS_M = 6_000
/** Further out the middle of the map is anywhere: then it is the town of the map that is served. */
const TOWN_ZOOM = 11

/** Real places of the town, by chance: the same seed chooses the same ones. */
export async function sampleStops(count: number, seed: number): Promise<readonly Placed[]> {
  const [lat, lon] = await middle()
  const replies = await Promise.all(
    categories.map((category) =>
      ask<NearbyReply>({
        method: 'GET',
        path: '/v1/nearby',
        query: { lat, lon, category, radius_m: RADIUS_M, limit: 100 },
      }),
    ),
  )
  const places = new Map(replies.flatMap((reply) => reply.places.map((place) => [place.id, place])))
  return shuffled([...places.values()], seed)
    .slice(0, count)
    .map(({ at, name, address }) => ({
      at: [at[0], at[1]] as const,
      label: [name, [address?.street, address?.house_number].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    }))
}

async function middle(): Promise<Point> {
  const map = theMap.peek()
  if (map === undefined || map.getZoom() < TOWN_ZOOM) return await findTown()
  const { lat, lng } = map.getCenter().wrap()
  return [Number(lat.toFixed(5)), Number(lng.toFixed(5))]
}

/** Fisher and Yates, with the numbers of mulberry32. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const mixed = [...items]
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mix = Math.imul(state ^ (state >>> 15), state | 1)
    mix ^= mix + Math.imul(mix ^ (mix >>> 7), mix | 61)
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32
  }
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
