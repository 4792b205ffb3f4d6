import type { Way } from './ways.ts'

type Named = Pick<Way, 'title' | 'why' | 'roads'>

/**
 * The titles of the cards: the best route by its main roads, the others by what is different. Two routes with the same
 * title are distinguished by the longest road that only one of them uses.
 */
export function wayNames(ways: readonly Named[]): readonly string[] {
  const names = ways.map(({ title, why }, index) => (index === 0 ? title : capital(why || title)))
  return ways.map((way, index) => {
    const name = names[index] ?? way.title
    const others = ways.filter((other, at) => other !== way && names[at] === name)
    const own = others.length === 0 ? undefined : ownRoad(way, others)
    return own === undefined ? name : `${name}, via ${own}`
  })
}

function ownRoad({ roads }: Named, others: readonly Named[]): string | undefined {
  const own = [...roads].filter(([road]) => others.every((other) => !other.roads.has(road)))
  return own.reduce<readonly [string, number] | undefined>(
    (best, one) => (one[1] > (best?.[1] ?? 0) ? one : best),
    undefined,
  )?.[0]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
