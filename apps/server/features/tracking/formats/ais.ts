/**
 * Ship position reports as receivers write them: NMEA 0183 `!AIVDM` sentences with six bits per character, ITU-R
 * M.1371-5, annex 8. Supports types 1, 2, 3 (class A), 18, 19 (class B) and 27 (both, long range). Other message types
 * contain no position of the ship.
 */
export interface AisReport {
  readonly mmsi: number
  readonly latitude: number
  readonly longitude: number
  readonly speedMs: number | undefined
  /** Course over ground if available, otherwise true heading. */
  readonly headingDeg: number | undefined
  /** Set if the ship reports accuracy or the message format has low precision. */
  readonly accuracyM: number | undefined
}

/** One sentence: a complete message or a fragment. */
export interface AisSentence {
  readonly parts: number
  readonly part: number
  /** Identifies the message that a fragment belongs to. */
  readonly message: string
  readonly bits: Uint8Array
  /** Padding bits at the end of the last character. */
  readonly fillBits: number
}

/** Returns the sentence or an error message. */
export function readSentence(sentence: string): AisSentence | string {
  const [, body, sum] = /^[!$]([^*]*)\*([0-9A-Fa-f]{2})$/.exec(sentence) ?? []
  if (body === undefined || sum === undefined) {
    return 'the line is not a sentence such as !AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'
  }
  const expected = checksumOf(body)
  if (expected !== Number.parseInt(sum, 16)) {
    return `its checksum is ${sum}, but its content has ${hex(expected)}: it was damaged in transit`
  }
  const [name = '', parts = '', part = '', message = '', , payload = '', fill = ''] = body.split(',')
  if (!/^..VD[MO]$/.test(name)) return `the sentence is ${name.slice(0, 20)}; only VDM and VDO contain ship positions`
  const bits = bitsOf(payload)
  if (bits === undefined) return 'its payload has characters that AIS does not use'
  if (!/^[1-9]$/.test(parts) || !/^[1-9]$/.test(part) || Number(part) > Number(parts)) {
    return `it is part ${part.slice(0, 9)} of ${parts.slice(0, 9)}; parts are counted from 1, up to 9`
  }
  return {
    parts: Number(parts),
    part: Number(part),
    message: `${parts} ${message}`,
    bits,
    fillBits: Math.min(5, Number(fill) || 0),
  }
}

/** Returns the report of a complete message, or why it has none. */
export function readReport(bits: Uint8Array): AisReport | string {
  const type = unsigned(bits, 0, 6)
  const layout = layouts.get(type)
  if (!layout) return `the message is of type ${type}; ship positions are in types 1, 2, 3, 18, 19 and 27`
  const { length, fields } = layout
  if (bits.length < length) return `the message of type ${type} has ${bits.length} bits; it must have ${length}`
  const { scale, longitude, latitude, speed, course, heading, accuracy } = fields
  const [lon, lat] = [signed(bits, ...longitude) / scale, signed(bits, ...latitude) / scale]
  if (lon === 181 || lat === 91) return 'the ship reports no position'
  const knots = unsigned(bits, ...speed)
  const courseDeg = unsigned(bits, ...course) / fields.courseScale
  const bowDeg = heading === undefined ? 511 : unsigned(bits, ...heading)
  return {
    mmsi: unsigned(bits, 8, 30),
    latitude: lat,
    longitude: lon,
    speedMs: knots === 2 ** speed[1] - 1 ? undefined : (knots / fields.speedScale) * MS_PER_KNOT,
    headingDeg: courseDeg < 360 ? courseDeg : bowDeg < 360 ? bowDeg : undefined,
    accuracyM: fields.coarseM ?? (bits[accuracy] === 1 ? ACCURATE_M : undefined),
  }
}

const MS_PER_KNOT = 1852 / 3600
/** Accuracy of a position that the ship flags as accurate. */
const ACCURATE_M = 10

/** Start bit and bit count of a field. */
type Field = readonly [from: number, count: number]
interface Fields {
  readonly speed: Field
  readonly accuracy: number
  readonly longitude: Field
  readonly latitude: Field
  readonly course: Field
  readonly heading?: Field
  /** Fractions of a degree. */
  readonly scale: number
  readonly speedScale: number
  readonly courseScale: number
  /** Position error from limited precision alone. */
  readonly coarseM?: number
}

const classA: Fields = {
  speed: [50, 10],
  accuracy: 60,
  longitude: [61, 28],
  latitude: [89, 27],
  course: [116, 12],
  heading: [128, 9],
  scale: 600_000,
  speedScale: 10,
  courseScale: 10,
}
const classB: Fields = {
  ...classA,
  speed: [46, 10],
  accuracy: 56,
  longitude: [57, 28],
  latitude: [85, 27],
  course: [112, 12],
  heading: [124, 9],
}
/** Tenths of a minute: 185 m. */
const longRange: Fields = {
  speed: [79, 6],
  accuracy: 38,
  longitude: [44, 18],
  latitude: [62, 17],
  course: [85, 9],
  scale: 600,
  speedScale: 1,
  courseScale: 1,
  coarseM: 100,
}
const layouts = new Map<number, { readonly length: number; readonly fields: Fields }>([
  [1, { length: 168, fields: classA }],
  [2, { length: 168, fields: classA }],
  [3, { length: 168, fields: classA }],
  [18, { length: 168, fields: classB }],
  [19, { length: 312, fields: classB }],
  [27, { length: 96, fields: longRange }],
])

function bitsOf(payload: string): Uint8Array | undefined {
  if (!/^[0-W`-w]*$/.test(payload)) return undefined
  const bits = new Uint8Array(6 * payload.length)
  for (let letter = 0; letter < payload.length; letter++) {
    const code = payload.charCodeAt(letter) - 48
    const six = code > 40 ? code - 8 : code
    for (let bit = 0; bit < 6; bit++) bits[6 * letter + bit] = (six >> (5 - bit)) & 1
  }
  return bits
}

function unsigned(bits: Uint8Array, from: number, count: number): number {
  let value = 0
  for (let bit = from; bit < from + count; bit++) value = 2 * value + (bits[bit] ?? 0)
  return value
}

function signed(bits: Uint8Array, from: number, count: number): number {
  return unsigned(bits, from, count) - (bits[from] === 1 ? 2 ** count : 0)
}

export function checksumOf(text: string): number {
  let sum = 0
  for (const letter of text) sum ^= letter.charCodeAt(0)
  return sum & 0xff
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(2, '0')
