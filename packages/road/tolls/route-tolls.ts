import type { RoadNetwork } from '../network/network.ts'
import { readText } from '../network/strings.ts'
import type { RouteLeg } from '../route/leg.ts'
import type { RouteShape } from '../route/route-shape.ts'
import { isTollRoad } from './toll-class.ts'
import { listTollRates, type TollClass, type TollRate } from './toll-table.ts'

export interface TollAmount {
  /** ISO 4217 code. */
  readonly currency: string
  readonly amount: number
}

/** A section of the line for which one toll is paid. */
export interface TollSection {
  /** Index of the first point. */
  readonly from: number
  /** Index of the last point. This index equals `from` for a toll booth on a road that is not mapped as a toll road. */
  readonly to: number
  readonly meters: number
  /** Name or number of the road, or an empty string. */
  readonly name: string
  /** Amount in each currency in which the toll can be paid. Empty if the map has no amount. */
  readonly amounts: readonly TollAmount[]
}

/** A toll section to which later arcs of the route may still be added. */
interface OpenSection {
  from: number
  to: number
  meters: number
  name: string
  /** Amounts from the tags of the road. */
  readonly rates: readonly TollRate[]
  /**
   * Amounts of the toll booths on the section. These amounts replace the amounts of the road, because they are paid
   * there.
   */
  boothRates?: readonly TollRate[]
}

/**
 * Lists the toll sections of a route. Consecutive toll roads with the same amounts form one section, because mappers
 * divide a bridge or a tunnel into several ways and tag each way with the whole amount. `shape` is the shape of the
 * same legs.
 */
export function listTollSections(
  network: RoadNetwork,
  legs: readonly RouteLeg[],
  { pointOfArc }: Pick<RouteShape, 'pointOfArc'>,
  vehicleClass: TollClass,
): TollSection[] {
  const sections: OpenSection[] = []
  let current: OpenSection | undefined
  /** Toll booth that was passed just before the current arc, outside a toll section. */
  let pendingBooth: readonly TollRate[] = []
  let index = 0
  for (const [legIndex, leg] of legs.entries()) {
    for (const [position, arc] of leg.arcs.entries()) {
      const [from, to] = [pointOfArc[index], pointOfArc[index + 1]]
      index++
      const isLast = position === leg.arcs.length - 1
      const share = Math.max(0, (isLast ? leg.endFraction : 1) - (position === 0 ? leg.startFraction : 0))
      // A stop at a junction touches an arc without driving on it, and so does a route between two equal positions.
      if (from !== to && share > 0) {
        current = enterArc(network, arc, vehicleClass, current, from, sections)
        if (pendingBooth.length > 0) addBooth(sections, current, pendingBooth, from)
        pendingBooth = []
        if (current) extend(network, current, arc, to, share)
      }
      const isPassed = share > 0 && (isLast ? leg.endFraction === 1 && legIndex < legs.length - 1 : true)
      const booth = isPassed ? listTollRates(network.tolls, 'node', headOf(network, arc), vehicleClass) : []
      if (booth.length > 0 && current) addBooth(sections, current, booth, to)
      else if (booth.length > 0) pendingBooth = booth
    }
    // This entry marks the end of the leg.
    index++
  }
  return sections.map(toSection)
}

/** Returns the section of an arc: the current one, a new one, or undefined if the arc has no toll. */
function enterArc(
  { arcs, edges, roads, tolls }: RoadNetwork,
  arc: number,
  vehicleClass: TollClass,
  current: OpenSection | undefined,
  point: number,
  sections: OpenSection[],
): OpenSection | undefined {
  const road = edges.road[arcs.edgeSide[arc] >>> 1]
  const rates = listTollRates(tolls, 'road', road, vehicleClass)
  if (rates.length === 0 && !isTollRoad(roads.flags[road], vehicleClass)) return undefined
  if (current && areEqual(current.rates, rates)) return current
  const section: OpenSection = { from: point, to: point, meters: 0, name: '', rates }
  sections.push(section)
  return section
}

function extend(
  { arcs, edges, roads, texts }: RoadNetwork,
  section: OpenSection,
  arc: number,
  to: number,
  share: number,
): void {
  const edge = arcs.edgeSide[arc] >>> 1
  section.to = to
  section.meters += (edges.lengthCm[edge] / 100) * share
  if (section.name === '')
    section.name = readText(texts, roads.name[edges.road[edge]]) || readText(texts, roads.ref[edges.road[edge]])
}

function headOf({ arcs, edges }: RoadNetwork, arc: number): number {
  const edgeSide = arcs.edgeSide[arc]
  return (edgeSide & 1) === 0 ? edges.to[edgeSide >>> 1] : edges.from[edgeSide >>> 1]
}

/** Adds the toll of a booth to its section, or as a separate section if it cannot be paid in the same currency. */
function addBooth(
  sections: OpenSection[],
  section: OpenSection | undefined,
  rates: readonly TollRate[],
  point: number,
): void {
  const sum = section?.boothRates ? addRates(section.boothRates, rates) : rates
  if (section && sum.length > 0) section.boothRates = sum
  else sections.push({ from: point, to: point, meters: 0, name: '', rates })
}

/** Adds the amounts of two tolls in the currencies in which both can be paid. */
function addRates(first: readonly TollRate[], second: readonly TollRate[]): TollRate[] {
  return first.flatMap(({ currency, thousandths, isPerKm }) => {
    const other = second.find((rate) => rate.currency === currency && rate.isPerKm === isPerKm)
    return other ? [{ currency, isPerKm, thousandths: thousandths + other.thousandths }] : []
  })
}

function areEqual(first: readonly TollRate[], second: readonly TollRate[]): boolean {
  return (
    first.length === second.length &&
    first.every(({ currency, thousandths, isPerKm }, index) => {
      const other = second[index]
      return other.currency === currency && other.thousandths === thousandths && other.isPerKm === isPerKm
    })
  )
}

function toSection({ from, to, meters, name, rates, boothRates }: OpenSection): TollSection {
  const amounts = (boothRates ?? rates).map(({ currency, thousandths, isPerKm }) => ({
    currency,
    amount: Math.round(isPerKm ? (thousandths * meters) / 1000 : thousandths) / 1000,
  }))
  return { from, to, meters, name, amounts }
}

/** A part of the line with or without a toll. */
interface TollRun {
  readonly from: number
  readonly to: number
  readonly value: boolean
  /** Amounts of the section. Omitted if there is no toll or no amount. */
  readonly amounts?: readonly TollAmount[]
}

/** Returns runs that cover the line without gaps. `sections` are the toll sections of a line with `length` points. */
export function listTollRuns(sections: readonly TollSection[], length: number): TollRun[] {
  const runs: TollRun[] = []
  let end = 0
  for (const { from, to, amounts } of sections) {
    if (from === to) continue
    if (from > end) runs.push({ from: end, to: from, value: false })
    runs.push({ from, to, value: true, ...(amounts.length > 0 && { amounts }) })
    end = to
  }
  // A route between two equal positions has one run, like the runs of other details.
  if (end < length - 1 || runs.length === 0) runs.push({ from: end, to: length - 1, value: false })
  return runs
}

export interface TollTotals {
  /** Sums by currency, sorted by code. A toll that can be paid in more than one currency counts only in the first. */
  readonly amounts: readonly TollAmount[]
  readonly sectionsWithoutAmount: number
}

export function sumTolls(sections: readonly TollSection[]): TollTotals {
  const thousandthsByCurrency = new Map<string, number>()
  for (const { amounts } of sections) {
    if (amounts.length === 0) continue
    const [{ currency, amount }] = amounts
    // Thousandths are whole numbers, so the sum has no rounding errors.
    const thousandths = Math.round(amount * 1000)
    thousandthsByCurrency.set(currency, (thousandthsByCurrency.get(currency) ?? 0) + thousandths)
  }
  return {
    amounts: [...thousandthsByCurrency]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, thousandths]) => ({ currency, amount: thousandths / 1000 })),
    sectionsWithoutAmount: sections.filter(({ amounts }) => amounts.length === 0).length,
  }
}
