import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag, RoadClass, RoadFlag, TravelMode } from '../network/attributes.ts'
import { type LimitTable, type RoadNetwork, type RoadTable, TurnFlag } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { noClosures } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { type AvoidableFeature, avoidableFeatures, carWeights, defaultProfile } from './car-weights.ts'
import { passengerCar, type VehicleSize } from './vehicle-access.ts'

/** Kinds of roads, each with the name of the feature that `avoid` excludes. */
const kinds = {
  plain: {},
  tolls: { flags: RoadFlag.toll },
  tunnels: { flags: RoadFlag.tunnel | RoadFlag.bridge },
  unpaved: { flags: RoadFlag.unpaved },
  motorways: { roadClass: RoadClass.motorway },
  'motorways, a link': { roadClass: RoadClass.motorwayLink },
  'motorways, a motorroad': { roadClass: RoadClass.trunk, flags: RoadFlag.motorway },
  ferries: { mode: TravelMode.ferry, roadClass: RoadClass.ferry },
} as const satisfies Record<string, { flags?: number; roadClass?: number; mode?: number }>

const base = randomNetwork(seededRandom(1), { columns: 6, rows: 6, restrictedShare: 0 })
const names = Object.keys(kinds)

/** Builds a town whose streets cycle through all kinds of roads. */
function townOfKinds(): RoadNetwork {
  const rows = Object.values(kinds) as readonly { flags?: number; roadClass?: number; mode?: number }[]
  const roads: RoadTable = {
    ...base.roads,
    count: rows.length,
    roadClass: Uint8Array.from(rows, ({ roadClass }) => roadClass ?? RoadClass.residential),
    mode: Uint8Array.from(rows.flatMap(({ mode = TravelMode.driving }) => [mode, mode])),
    flags: Uint32Array.from(rows, ({ flags }) => flags ?? 0),
  }
  return { ...base, roads, edges: { ...base.edges, road: base.edges.road.map((_, edge) => edge % rows.length) } }
}

function kindOf({ arcs, edges }: RoadNetwork, arc: number): string {
  return names[edges.road[arcs.edgeSide[arc] >>> 1]] ?? ''
}

describe('avoided features', () => {
  const town = townOfKinds()
  const closed = (avoid: readonly AvoidableFeature[]) => {
    const { arc } = carWeights(town, { ...defaultProfile, avoid }, noClosures(town))
    const of = (isClosed: boolean) =>
      new Set(
        [...arc.keys()].filter((each) => arc[each] >= INFINITE_WEIGHT === isClosed).map((each) => kindOf(town, each)),
      )
    return { closed: of(true), open: of(false) }
  }

  test('are empty when nothing is named', () => {
    expect(closed([])).toEqual({ closed: new Set(), open: new Set(names) })
  })

  test.each(avoidableFeatures)('are %s and no other road', (what) => {
    const unwanted = names.filter((name) => name.split(',')[0] === what)
    expect(unwanted).not.toEqual([])
    expect(closed([what])).toEqual({
      closed: new Set(unwanted),
      open: new Set(names.filter((name) => !unwanted.includes(name))),
    })
  })

  test('include all named ones', () => {
    expect(closed(avoidableFeatures)).toEqual({ closed: new Set(names.slice(1)), open: new Set(['plain']) })
  })
})

describe('vehicle dimensions above a limit', () => {
  const table = (row: Partial<Record<keyof LimitTable, number>>): LimitTable => ({
    count: 2,
    heightCm: Uint16Array.of(0, row.heightCm ?? 0),
    widthCm: Uint16Array.of(0, row.widthCm ?? 0),
    lengthCm: Uint16Array.of(0, row.lengthCm ?? 0),
    weightKg: Uint32Array.of(0, row.weightKg ?? 0),
    axleLoadKg: Uint32Array.of(0, row.axleLoadKg ?? 0),
  })
  const isClosed = (limits: LimitTable, vehicle: Partial<VehicleSize>) => {
    const town = {
      ...base,
      limits,
      arcs: { ...base.arcs, limit: base.arcs.limit.map((_, arc) => (arc === 3 ? 1 : 0)) },
    }
    const profile = { avoid: [], vehicle: { ...passengerCar, ...vehicle } }
    const { arc } = carWeights(town, profile, noClosures(town))
    expect([...arc].filter((weight, each) => each !== 3 && weight >= INFINITE_WEIGHT)).toEqual([])
    return arc[3] >= INFINITE_WEIGHT
  }

  test.each([
    ['heightCm', 380, { heightMeters: 3.8 }, { heightMeters: 3.81 }],
    ['widthCm', 255, { widthMeters: 2.55 }, { widthMeters: 2.56 }],
    ['lengthCm', 1200, { lengthMeters: 12 }, { lengthMeters: 12.01 }],
    ['weightKg', 7500, { weightTons: 7.5 }, { weightTons: 7.501 }],
    ['axleLoadKg', 11_500, { axleLoadTons: 11.5 }, { axleLoadTons: 11.501 }],
  ] as const)('%s %i: pass when equal, and fail above', (column, limit, fits, exceeds) => {
    expect(isClosed(table({ [column]: limit }), fits)).toBe(false)
    expect(isClosed(table({ [column]: limit }), exceeds)).toBe(true)
    expect(isClosed(table({}), exceeds)).toBe(false)
  })

  test('do not stop a passenger car at limits that allow passenger cars', () => {
    expect(isClosed(table({ heightCm: 200, widthCm: 190, weightKg: 2000, axleLoadKg: 1000, lengthCm: 480 }), {})).toBe(
      false,
    )
    expect(isClosed(table({ widthCm: 189 }), {})).toBe(true)
  })
})

describe('signs for goods vehicles', () => {
  const flags = base.arcs.flags.map((of, arc) => {
    if (arc === 1) return of | ArcFlag.noGoodsVehicles
    return arc === 2 ? of | ArcFlag.noHazardousGoods : of
  })
  const town = { ...base, arcs: { ...base.arcs, flags } }
  const closedArcs = (vehicle: Partial<VehicleSize>) => {
    const profile = { avoid: [], vehicle: { ...passengerCar, ...vehicle } }
    const { arc } = carWeights(town, profile, noClosures(town))
    return [...arc.keys()].filter((each) => arc[each] >= INFINITE_WEIGHT)
  }

  test('apply above 3.5 t, and to hazardous goods', () => {
    expect(closedArcs({})).toEqual([])
    expect(closedArcs({ weightTons: 3.5 })).toEqual([])
    expect(closedArcs({ weightTons: 3.51 })).toEqual([1])
    expect(closedArcs({ hazardousGoods: true })).toEqual([2])
    expect(closedArcs({ hazardousGoods: true, weightTons: 40 })).toEqual([1, 2])
  })
})

describe('turns', () => {
  const { arcs, turns } = base
  const fromOf = (turn: number) => [...arcs.edgeSide.keys()].find((arc) => turn < turns.first[arc + 1]) ?? -1

  test('have the weight of the arc they leave plus their own duration', () => {
    const { arc, turn } = carWeights(base, defaultProfile, noClosures(base))
    expect([...arc]).toEqual([...arcs.weight])
    turn.forEach((weight, each) => {
      expect(weight).toBe(arc[fromOf(each)] + turns.duration[each])
    })
  })

  test('are closed exactly when they or one of their arcs are closed', () => {
    const random = seededRandom(7)
    const closures = {
      arcs: arcs.flags.map(() => (random() < 0.1 ? 1 : 0)),
      turns: turns.flags.map(() => (random() < 0.1 ? 1 : 0)),
    }
    const { arc, turn } = carWeights(base, defaultProfile, closures)
    expect([...arc].map((weight) => (weight >= INFINITE_WEIGHT ? 1 : 0))).toEqual([...closures.arcs])
    turn.forEach((weight, each) => {
      const isClosed =
        closures.turns[each] === 1 || closures.arcs[fromOf(each)] === 1 || closures.arcs[turns.to[each]] === 1
      expect(weight >= INFINITE_WEIGHT, `turn ${each}`).toBe(isClosed)
    })
  })

  test('into destination-only roads cost most of an hour once, and nothing extra within or out of them', () => {
    const restricted = arcs.flags.map((flags, arc) => (arc % 3 === 0 ? flags | ArcFlag.restricted : flags))
    const town = { ...base, arcs: { ...arcs, flags: restricted } }
    const plain = carWeights(base, defaultProfile, noClosures(base)).turn
    const { arc, turn } = carWeights(town, defaultProfile, noClosures(town))
    expect([...arc]).toEqual([...arcs.weight])
    const seen = new Set<string>()
    turn.forEach((weight, each) => {
      const [from, to] = [fromOf(each) % 3 === 0, turns.to[each] % 3 === 0]
      seen.add(`${from} ${to}`)
      expect(weight - plain[each]).toBe(!from && to ? 300_000 : 0)
    })
    expect(seen.size).toBe(4)
  })

  test('through a destination-only gate cost the same, but not twice if the road behind it is also destination-only', () => {
    const flags = turns.flags.map((of, turn) => (turn === 5 ? of | TurnFlag.restrictedGate : of))
    const town = { ...base, turns: { ...turns, flags } }
    const plain = carWeights(base, defaultProfile, noClosures(base)).turn
    expect(carWeights(town, defaultProfile, noClosures(town)).turn[5] - plain[5]).toBe(300_000)
    const behind = arcs.flags.map((of, arc) => (arc === turns.to[5] ? of | ArcFlag.restricted : of))
    const both = { ...town, arcs: { ...arcs, flags: behind } }
    expect(carWeights(both, defaultProfile, noClosures(both)).turn[5] - plain[5]).toBe(300_000)
  })

  test('never add up to the weight of a closed road', () => {
    const weight = arcs.weight.map(() => 0xffffffff)
    const town = { ...base, arcs: { ...arcs, weight } }
    const { arc, turn } = carWeights(town, defaultProfile, noClosures(town))
    for (const each of [...arc, ...turn]) expect(each).toBe(INFINITE_WEIGHT - 1)
  })
})
