import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import type { DrawnMap } from '../../testing/drawn-map.ts'
import type { Tags } from '../../testing/osm-writer.ts'
import { makeRestriction } from '../../testing/restriction.ts'

/**
 * Tests the copies of arcs that implement multi-way restrictions. The reference is a driver who remembers the whole
 * path. On random streets with random restrictions, the network and the driver must allow exactly the same paths.
 */

/** A street in the direction from one node to the next, for example `AB`. */
type Move = string
interface Rule {
  readonly kind: 'no' | 'only'
  readonly path: readonly Move[]
  readonly to: Move
}
interface Town {
  readonly streets: Readonly<Record<string, Tags>>
  readonly moves: ReadonlySet<Move>
  readonly rules: readonly Rule[]
}

const GRID = `
  A--B--C--D
  |  |  |  |
  E--F--G--H
  |  |  |  |
  I--J--K--L
`
const rows = ['ABCD', 'EFGH', 'IJKL']
const neighbours = rows.flatMap((row, y) =>
  [...row].flatMap((node, x) => [
    ...(x + 1 < row.length ? [node + row.charAt(x + 1)] : []),
    ...(y + 1 < rows.length ? [node + (rows[y + 1]?.charAt(x) ?? '')] : []),
  ]),
)

const turned = (move: Move): Move => move.charAt(1) + move.charAt(0)

function buildTown(random: () => number): Town {
  const streets: Record<string, Tags> = {}
  const moves = new Set<Move>()
  for (const street of neighbours) {
    if (random() < 0.2) continue
    const isOneway = random() < 0.2
    // Few names are used, so that two streets with the same name often form one edge.
    streets[street] = {
      highway: 'primary',
      name: random() < 0.5 ? 'High Street' : 'Low Street',
      ...(isOneway ? { oneway: 'yes' } : {}),
    }
    moves.add(street)
    if (!isOneway) moves.add(turned(street))
  }
  const rules: Rule[] = []
  for (let i = 0; i < 12; i++) {
    const walk = wander([...moves], 2 + Math.floor(random() * 4), random)
    const to = walk?.at(-1)
    if (walk && to) rules.push({ kind: random() < 0.3 ? 'only' : 'no', path: walk.slice(0, -1), to })
  }
  return { streets, moves, rules }
}

/** Returns consecutive moves that visit no node twice, or undefined if there is no continuation. */
function wander(moves: readonly Move[], length: number, random: () => number): Move[] | undefined {
  const pick = (from: readonly Move[]) => from[Math.floor(random() * from.length)]
  const walk: Move[] = []
  const seen = new Set<string>()
  while (walk.length < length) {
    const last = walk.at(-1)
    const next = pick(moves.filter((move) => (!last || move.charAt(0) === last.charAt(1)) && !seen.has(move.charAt(1))))
    if (next === undefined) return undefined
    if (!last) seen.add(next.charAt(0))
    seen.add(next.charAt(1))
    walk.push(next)
  }
  return walk
}

/** Returns the allowed next moves for a driver who remembers the path so far. */
function choices({ moves, rules }: Town, driven: readonly Move[]): Move[] {
  const last = driven.at(-1) ?? ''
  const matches = ({ path }: Rule) => path.every((move, i) => move === driven.at(i - path.length))
  const binding = rules.filter(matches)
  const isAllowed = (move: Move) =>
    binding.every((rule) => {
      if (rule.kind === 'no') return rule.to !== move
      // If several only_… restrictions apply after the same path, each of them allows its target.
      return binding.some(
        (other) => other.kind === 'only' && other.path.length === rule.path.length && other.to === move,
      )
    })
  const ahead = [...moves].filter((move) => move.charAt(0) === last.charAt(1) && isAllowed(move))
  const onwards = ahead.filter((move) => move !== turned(last))
  return onwards.length > 0 ? onwards : ahead
}

const LONGEST = 7

function listPathsByRules(town: Town, start: Move): Set<string> {
  const found = new Set<string>()
  const drive = (driven: readonly Move[]): void => {
    found.add(driven.join(' '))
    if (driven.length < LONGEST) for (const next of choices(town, driven)) drive([...driven, next])
  }
  drive([start])
  return found
}

/** Lists the paths from an arc of the network, which may span several streets. */
function listPathsOnNetwork(map: DrawnMap, start: number): Set<string> {
  const { arcs, turns } = map.roads.network
  const movesOf = (arc: number): Move[] => {
    const letters = map.lettersOfEdge(arcs.edgeSide[arc] >>> 1)
    const nodes = (arcs.edgeSide[arc] & 1) === 0 ? [...letters] : [...letters].reverse()
    return nodes.slice(1).map((node, i) => `${nodes[i]}${node}`)
  }
  const found = new Set<string>()
  const drive = (driven: readonly Move[], arc: number): void => {
    const longer = [...driven, ...movesOf(arc)]
    for (let i = driven.length + 1; i <= Math.min(longer.length, LONGEST); i++) found.add(longer.slice(0, i).join(' '))
    if (longer.length >= LONGEST) return
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) drive(longer, turns.to[turn])
  }
  drive([], start)
  return found
}

function toRelation({ kind, path, to }: Rule) {
  const street = (move: Move) => (neighbours.includes(move) ? move : turned(move))
  const [from = '', ...via] = path
  const name = kind === 'no' ? 'no_left_turn' : 'only_straight_on'
  return makeRestriction(name, street(from), via.length === 0 ? to.charAt(0) : via.map(street), street(to))
}

describe('restrictions over several ways', () => {
  const seeds = Array.from({ length: 40 }, (_, i) => i + 1)

  test.each(seeds)(
    'seed %i: allow exactly the paths that a driver who remembers the last ways may drive',
    async (seed) => {
      const town = buildTown(seededRandom(seed))
      const map = await drawMap({}, GRID, town.streets, { relations: town.rules.map(toRelation) })
      const { edges } = map.roads.network
      let compared = 0
      edges.arc.forEach((arc, edgeSide) => {
        const letters = map.lettersOfEdge(edgeSide >>> 1)
        const start = (edgeSide & 1) === 0 ? letters.slice(0, 2) : `${letters.at(-1)}${letters.at(-2)}`
        if (!town.moves.has(start)) return
        const paths = [...listPathsOnNetwork(map, arc)].sort()
        const expected = [...listPathsByRules(town, start)].sort()
        expect(paths, `seed ${seed}, from ${start}, ${JSON.stringify(town)}`).toEqual(expected)
        compared++
      })
      expect(compared).toBe(map.roads.network.edges.arc.filter((arc) => arc !== 0xffffffff).length)
    },
  )

  test('occur in the random towns, together with merged streets', async () => {
    const towns = seeds.map((seed) => buildTown(seededRandom(seed)))
    const long = towns.flatMap(({ rules }) => rules.filter(({ path }) => path.length > 1))
    expect(long.length).toBeGreaterThan(100)
    const maps = await Promise.all(towns.map(({ streets }) => drawMap({}, GRID, streets)))
    expect(
      maps.filter((map, i) => map.roads.network.edges.count < Object.keys(towns[i]?.streets ?? {}).length).length,
    ).toBeGreaterThan(5)
  })
})
