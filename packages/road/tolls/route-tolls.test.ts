import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'
import { NO_ID } from '../sentinels.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { listTollRuns, listTollSections, sumTolls, type TollAmount, type TollSection } from './route-tolls.ts'
import { decodeCurrency, encodeCurrency, TollClass, type TollTable } from './toll-table.ts'

const SEED = 27
const currencies = ['EUR', 'USD', 'ZZZ', 'AAA']

/** Draws a network on which many roads and nodes have amounts, in one to three currencies. */
function drawTolls(random: () => number): RoadNetwork {
  const plain = randomNetwork(random, { columns: 7, rows: 7 })
  const pick = (count: number) => Math.floor(count * random())
  // Random networks have one road. Here, every edge belongs to one of several roads.
  const count = 8
  const { roads, edges, nodes } = plain
  const road = edges.road.map(() => pick(count))
  const flags = Uint32Array.from({ length: count }, () => (random() < 0.6 ? RoadFlag.toll : 0))
  const rows: { kind: number; subject: number; classes: number; currency: string; amount: number; perKm: number }[] = []
  const addRows = (kind: number, subject: number) => {
    const first = pick(currencies.length)
    for (let i = 0; i <= pick(3); i++)
      rows.push({
        kind,
        subject,
        classes: 1 + pick(7),
        currency: currencies[(first + i) % currencies.length] ?? '',
        amount: 100 * pick(4),
        perKm: random() < 0.2 ? 1 : 0,
      })
  }
  for (let index = 0; index < count; index++) if (flags[index] !== 0 && random() < 0.6) addRows(0, index)
  for (let node = 0; node < nodes.count; node++) if (random() < 0.15) addRows(1, node)
  const tolls: TollTable = {
    count: rows.length,
    subjectKind: Uint8Array.from(rows, (row) => row.kind),
    subject: Uint32Array.from(rows, (row) => row.subject),
    classes: Uint8Array.from(rows, (row) => row.classes),
    currency: Uint16Array.from(rows, (row) => encodeCurrency(row.currency)),
    amount: Uint32Array.from(rows, (row) => row.amount),
    isPerKm: Uint8Array.from(rows, (row) => row.perKm),
  }
  const names = { name: new Uint32Array(count), ref: new Uint32Array(count) }
  return { ...plain, edges: { ...edges, road }, roads: { ...roads, ...names, count, flags }, tolls }
}

function drawLeg({ turns }: RoadNetwork, random: () => number, first: number): RouteLeg {
  const arcs = [first]
  for (let i = 0; i < 14; i++) {
    const arc = arcs[arcs.length - 1] ?? 0
    const count = turns.first[arc + 1] - turns.first[arc]
    if (count === 0) break
    arcs.push(turns.to[turns.first[arc] + Math.floor(random() * count)])
  }
  return {
    arcs: Uint32Array.from(arcs),
    turns: new Uint32Array(arcs.length - 1).fill(NO_ID),
    startFraction: 0.25,
    endFraction: 0.5,
  }
}

/**
 * Oracle that works in two passes: it labels all arcs and finds the runs of equal labels, then assigns every booth to a
 * run.
 */
function listSlowly(network: RoadNetwork, leg: RouteLeg, vehicleClass: number): readonly Omit<TollSection, 'name'>[] {
  const { arcs, edges, roads, tolls } = network
  if (!tolls) return []
  const listRates = (kind: number, subject: number) =>
    Array.from({ length: tolls.count }, (_, row) => row)
      .filter((row) => tolls.subjectKind[row] === kind && tolls.subject[row] === subject)
      .filter((row) => (tolls.classes[row] & vehicleClass) !== 0)
      .map((row) => [decodeCurrency(tolls.currency[row]), tolls.amount[row], tolls.isPerKm[row]] as const)
  type Rates = ReturnType<typeof listRates>
  const path = [...leg.arcs]
  const labels = path.map((arc) => {
    const road = edges.road[arcs.edgeSide[arc] >>> 1]
    const rates = listRates(0, road)
    return rates.length > 0 || (roads.flags[road] & RoadFlag.toll) !== 0 ? JSON.stringify(rates) : ''
  })
  const runOf: number[] = []
  const runs: { from: number; to: number; meters: number; payments: Rates[]; own: Rates }[] = []
  labels.forEach((label, i) => {
    if (label !== '' && label !== labels[i - 1])
      runs.push({ from: i, to: i, meters: 0, payments: [], own: JSON.parse(label) as Rates })
    runOf.push(label === '' ? -1 : runs.length - 1)
    const run = runs[runOf[i] ?? -1]
    if (!run) return
    const share = (i === path.length - 1 ? leg.endFraction : 1) - (i === 0 ? leg.startFraction : 0)
    run.to = i + 1
    run.meters += (edges.lengthCm[arcs.edgeSide[path[i] ?? 0] >>> 1] / 100) * share
  })
  const single: { from: number; rates: Rates }[] = []
  for (let i = 0; i + 1 < path.length; i++) {
    const edgeSide = arcs.edgeSide[path[i] ?? 0]
    const rates = listRates(1, (edgeSide & 1) === 0 ? edges.to[edgeSide >>> 1] : edges.from[edgeSide >>> 1])
    if (rates.length === 0) continue
    const run = runs[runOf[i] ?? -1] ?? runs[runOf[i + 1] ?? -1]
    const isPayable = (others: Rates[]) =>
      rates.some((rate) => others.every((other) => other.some((one) => one[0] === rate[0] && one[2] === rate[2])))
    if (run && isPayable(run.payments)) run.payments.push(rates)
    else single.push({ from: i + 1, rates })
  }
  const toAmounts = (payments: readonly Rates[], meters: number): TollAmount[] =>
    (payments[0] ?? []).flatMap(([currency, , perKm]) => {
      const parts = payments.map((rates) => rates.find((rate) => rate[0] === currency && rate[2] === perKm)?.[1])
      if (parts.includes(undefined)) return []
      const sum = parts.reduce((total: number, part) => total + (part ?? 0), 0)
      return [{ currency, amount: Math.round(perKm === 1 ? (sum * meters) / 1000 : sum) / 1000 }]
    })
  return [
    ...runs.map(({ from, to, meters, payments, own }) => {
      return { from, to, meters, amounts: toAmounts(payments.length > 0 ? payments : [own], meters) }
    }),
    ...single.map(({ from, rates }) => ({ from, to: from, meters: 0, amounts: toAmounts([rates], 0) })),
  ]
}

test.each([SEED, SEED + 1, SEED + 2])('sections and amounts equal those of the oracle, seed %i', (seed) => {
  const random = seededRandom(seed)
  let [priced, unknown, booths] = [0, 0, 0]
  for (let round = 0; round < 8; round++) {
    const network = drawTolls(random)
    for (let path = 0; path < 40; path++) {
      const leg = drawLeg(network, random, Math.floor(random() * network.arcs.count))
      const vehicleClass = [TollClass.car, TollClass.truck, TollClass.motorcycle][path % 3] ?? TollClass.car
      // Point i is the beginning of arc i.
      const shape = { pointOfArc: Uint32Array.from({ length: leg.arcs.length + 1 }, (_, index) => index) }
      const sections = listTollSections(network, [leg], shape, vehicleClass)
      const sort = (list: readonly Omit<TollSection, 'name'>[]) =>
        list
          .map(({ from, to, meters, amounts }) => ({ from, to, meters: Number(meters.toFixed(6)), amounts }))
          .sort((a, b) => a.from - b.from || a.to - b.to)
      expect(sort(sections), `seed ${seed}, round ${round}, path ${path}`).toEqual(
        sort(listSlowly(network, leg, vehicleClass)),
      )
      const runs = listTollRuns(sections, leg.arcs.length + 1)
      expect([runs[0]?.from, runs.at(-1)?.to]).toEqual([0, leg.arcs.length])
      for (const [index, run] of runs.entries()) if (index > 0) expect(run.from).toBe(runs[index - 1]?.to)
      priced += sections.filter(({ amounts }) => amounts.length > 0).length
      unknown += sumTolls(sections).sectionsWithoutAmount
      booths += sections.filter(({ from, to }) => from === to).length
    }
  }
  expect([priced > 100, unknown > 50, booths > 20]).toEqual([true, true, true])
})

test('currency codes fit into 15 bits', () => {
  for (const code of ['AAA', 'ZZZ', 'EUR', 'UYU']) {
    expect(encodeCurrency(code)).toBeLessThan(2 ** 15)
    expect(decodeCurrency(encodeCurrency(code))).toBe(code)
  }
})

test('totals have no rounding errors', () => {
  const section = { from: 0, to: 1, meters: 1, name: '', amounts: [{ currency: 'EUR', amount: 0.1 }] }
  expect(sumTolls(Array.from({ length: 30 }, () => section)).amounts).toEqual([{ currency: 'EUR', amount: 3 }])
})
