import { type CostMatrix, toCostMatrix } from '@fairway/optimizer'

type Point = readonly [x: number, y: number]
type Distance = (a: Point, b: Point) => number

/** Conversions from coordinates to integer distances (Reinelt 1995, "TSPLIB 95", section 2). */
const distances: Readonly<Record<string, Distance>> = {
  EUC_2D: (a, b) => Math.floor(euclidean(a, b) + 0.5),
  CEIL_2D: (a, b) => Math.ceil(euclidean(a, b)),
  ATT: pseudoEuclidean,
  GEO: geographical,
}

function euclidean([ax, ay]: Point, [bx, by]: Point): number {
  return Math.sqrt((ax - bx) ** 2 + (ay - by) ** 2)
}

function pseudoEuclidean([ax, ay]: Point, [bx, by]: Point): number {
  const exact = Math.sqrt(((ax - bx) ** 2 + (ay - by) ** 2) / 10)
  const rounded = Math.floor(exact + 0.5)
  return rounded < exact ? rounded + 1 : rounded
}

/** Approximation of π that the format prescribes for its distances. */
const FORMAT_PI = 3141592 / 1e6

/**
 * Returns the geographical distance with the π and the radius of the format. The digits after the decimal point of a
 * coordinate are minutes.
 */
function geographical(a: Point, b: Point): number {
  const radians = (value: number): number => {
    const degrees = Math.trunc(value)
    return (FORMAT_PI * (degrees + (5 * (value - degrees)) / 3)) / 180
  }
  const between = Math.cos(radians(a[1]) - radians(b[1]))
  const difference = Math.cos(radians(a[0]) - radians(b[0]))
  const sum = Math.cos(radians(a[0]) + radians(b[0]))
  return Math.floor(6378.388 * Math.acos(0.5 * ((1 + between) * difference - (1 - between) * sum)) + 1)
}

/** Parses an instance with coordinates or a full matrix. Our instances do not use the other explicit formats. */
export function parseTsplib(text: string): CostMatrix {
  const kind = header(text, 'EDGE_WEIGHT_TYPE')
  const size = Number(header(text, 'DIMENSION'))
  if (kind === 'EXPLICIT') return fullMatrix(text, size)
  const distance = distances[kind]
  if (!distance) throw new Error(`TSPLIB distances of kind ${kind} are not supported`)
  const values = section(text, 'NODE_COORD_SECTION')
  const points = Array.from(
    { length: size },
    (_, node): Point => [values[node * 3 + 1] ?? Number.NaN, values[node * 3 + 2] ?? Number.NaN],
  )
  return toCostMatrix(points.map((a) => points.map((b) => (a === b ? 0 : distance(a, b)))))
}

function fullMatrix(text: string, size: number): CostMatrix {
  const format = header(text, 'EDGE_WEIGHT_FORMAT')
  if (format !== 'FULL_MATRIX') throw new Error(`TSPLIB matrices of format ${format} are not supported`)
  return { size, cost: Int32Array.from(section(text, 'EDGE_WEIGHT_SECTION').slice(0, size * size)) }
}

function header(text: string, name: string): string {
  const value = new RegExp(`^${name}\\s*:\\s*(\\S+)`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`TSPLIB: ${name} is missing`)
  return value
}

function section(text: string, name: string): number[] {
  const body = text.slice(text.indexOf(name) + name.length)
  const end = body.search(/[A-DF-Z]{2}|EOF/)
  return (end < 0 ? body : body.slice(0, end)).trim().split(/\s+/).map(Number)
}
