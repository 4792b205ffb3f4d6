import type { Pieces } from './pieces.ts'

/**
 * One option for reaching the positions on an edge. Weight and cost are linear along the edge. The fields contain their
 * values at both ends of the edge, even if the option reaches only the section from `lo` to `hi`.
 */
export interface CostLine {
  readonly lo: number
  readonly hi: number
  readonly weightAt0: number
  readonly weightAt1: number
  readonly costAt0: number
  readonly costAt1: number
}

/** Minimum length of a piece as a fraction of the edge. Shorter pieces are treated as rounding errors. */
const MIN_FRACTION = 1e-9

/** Returns the number of limits below a cost, which is the index of the first limit that contains it. */
export function costBandOf(limits: readonly number[], cost: number): number {
  let band = 0
  while (band < limits.length && !(cost <= limits[band])) band++
  return band
}

/**
 * Splits an edge where a different line begins to have the smallest weight, and where the cost of that line crosses a
 * limit.
 */
export function splitEdge(record: number, lines: readonly CostLine[], limits: readonly number[], pieces: Pieces): void {
  const cuts = [0, 1]
  for (let i = 0; i < lines.length; i++) {
    cuts.push(lines[i].lo, lines[i].hi)
    for (let j = 0; j < i; j++) addCrossing(lines[i], lines[j], cuts)
  }
  sortNumbers(cuts)
  for (let index = 1; index < cuts.length; index++) {
    const [from, to] = [cuts[index - 1], cuts[index]]
    if (to - from <= MIN_FRACTION) continue
    const line = findBest(lines, (from + to) / 2)
    if (line && Number.isFinite(line.costAt0) && Number.isFinite(line.costAt1))
      cutAtLimits(record, line, from, to, limits, pieces)
    else pieces.add(record, from, to, limits.length, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  }
}

function interpolateAt(at0: number, at1: number, x: number): number {
  return at0 + (at1 - at0) * x
}

function addCrossing(a: CostLine, b: CostLine, cuts: number[]): void {
  const differenceAt0 = a.weightAt0 - b.weightAt0
  const differenceAt1 = a.weightAt1 - b.weightAt1
  if (differenceAt0 * differenceAt1 < 0) cuts.push(differenceAt0 / (differenceAt0 - differenceAt1))
}

function findBest(lines: readonly CostLine[], x: number): CostLine | undefined {
  let bestLine: CostLine | undefined
  let bestWeight = Number.POSITIVE_INFINITY
  for (const line of lines) {
    if (x < line.lo || x > line.hi) continue
    const weight = interpolateAt(line.weightAt0, line.weightAt1, x)
    if (weight >= bestWeight) continue
    bestLine = line
    bestWeight = weight
  }
  return bestLine
}

function cutAtLimits(
  record: number,
  { costAt0, costAt1 }: CostLine,
  from: number,
  to: number,
  limits: readonly number[],
  pieces: Pieces,
): void {
  const cuts = [from, to]
  for (const limit of limits) {
    const x = (limit - costAt0) / (costAt1 - costAt0)
    if (x > from && x < to) cuts.push(x)
  }
  sortNumbers(cuts)
  for (let index = 1; index < cuts.length; index++) {
    const [begin, end] = [cuts[index - 1], cuts[index]]
    if (end - begin <= MIN_FRACTION) continue
    const band = costBandOf(limits, interpolateAt(costAt0, costAt1, (begin + end) / 2))
    pieces.add(record, begin, end, band, interpolateAt(costAt0, costAt1, begin), interpolateAt(costAt0, costAt1, end))
  }
}

/** Sorts the values with insertion sort, because the lists are short. */
function sortNumbers(values: number[]): void {
  for (let i = 1; i < values.length; i++) {
    const value = values[i]
    let position = i
    for (; position > 0 && values[position - 1] > value; position--) values[position] = values[position - 1]
    values[position] = value
  }
}
