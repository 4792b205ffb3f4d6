/**
 * Position report of a ship in an NMEA 0183 `!AIVDM` sentence with six bits per character (ITU-R M.1371-5, annex 8).
 * Types 1, 2, 3 (class A), 18, 19 (class B) and 27 (long range) are supported. Other message types contain no position
 * of the ship.
 */
export interface AisReport {
  readonly mmsi: number
  readonly latitude: number
  readonly longitude: number
  readonly speedMs: number | undefined
  /** Course over ground if available, otherwise true heading. */
  readonly headingDeg: number | undefined
  /** Accuracy in meters, if the ship reports it or the message format has low precision. */
  readonly accuracyM: number | undefined
}

/** Sentence with a complete message or a fragment. */
export interface AisSentence {
  readonly partCount: number
  readonly partNumber: number
  /** Id of the message that a fragment belongs to. */
  readonly messageId: string
  readonly bits: Uint8Array
  /** Number of padding bits in the last character. */
  readonly fillBits: number
}

/** Parses a sentence. Returns an error message if the sentence is invalid. */
export function parseSentence(sentence: string): AisSentence | string {
  const [, body, sum] = /^[!$]([^*]*)\*([0-9A-Fa-f]{2})$/.exec(sentence) ?? []
  if (body === undefined || sum === undefined) {
    return 'the line is not an AIS sentence such as !AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'
  }
  const expectedChecksum = computeChecksum(body)
  if (expectedChecksum !== Number.parseInt(sum, 16)) {
    return `its checksum is ${sum}, but its content has the checksum ${toHexByte(expectedChecksum)}: it was damaged in transit`
  }
  const [name = '', parts = '', part = '', message = '', , payload = '', fill = ''] = body.split(',')
  if (!/^..VD[MO]$/.test(name)) return `the sentence is ${name.slice(0, 20)}; only VDM and VDO contain ship positions`
  const bits = decodePayload(payload)
  if (bits === undefined) return 'its payload has characters that AIS does not use'
  if (!/^[1-9]$/.test(parts) || !/^[1-9]$/.test(part) || Number(part) > Number(parts)) {
    return `it is part ${part.slice(0, 9)} of ${parts.slice(0, 9)}; parts are numbered from 1, and there are at most 9`
  }
  return {
    partCount: Number(parts),
    partNumber: Number(part),
    messageId: `${parts} ${message}`,
    bits,
    fillBits: Math.min(5, Number(fill) || 0),
  }
}

/** Returns the report of a complete message, or the reason why there is none. */
export function parseReport(bits: Uint8Array): AisReport | string {
  const type = readUnsigned(bits, 0, 6)
  const layout = layoutsByMessageType.get(type)
  if (!layout) return `the message is of type ${type}; ship positions are in types 1, 2, 3, 18, 19 and 27`
  const { length, fields } = layout
  if (bits.length < length) return `the message of type ${type} has ${bits.length} bits; it must have ${length}`
  const { scale, longitude, latitude, speed, course, heading, accuracy } = fields
  const [lon, lat] = [readSigned(bits, ...longitude) / scale, readSigned(bits, ...latitude) / scale]
  if (lon === 181 || lat === 91) return 'the ship reports no position'
  const knots = readUnsigned(bits, ...speed)
  const courseDeg = readUnsigned(bits, ...course) / fields.courseScale
  const trueHeadingDeg = heading === undefined ? 511 : readUnsigned(bits, ...heading)
  return {
    mmsi: readUnsigned(bits, 8, 30),
    latitude: lat,
    longitude: lon,
    speedMs: knots === 2 ** speed[1] - 1 ? undefined : (knots / fields.speedScale) * MS_PER_KNOT,
    headingDeg: courseDeg < 360 ? courseDeg : trueHeadingDeg < 360 ? trueHeadingDeg : undefined,
    accuracyM: fields.coarseAccuracyM ?? (bits[accuracy] === 1 ? HIGH_ACCURACY_M : undefined),
  }
}

const MS_PER_KNOT = 1852 / 3600
/** Accuracy of a position that the ship flags as accurate, in meters. */
const HIGH_ACCURACY_M = 10

/** Start bit and bit count of a field. */
type BitField = readonly [from: number, count: number]
interface ReportLayout {
  readonly speed: BitField
  readonly accuracy: number
  readonly longitude: BitField
  readonly latitude: BitField
  readonly course: BitField
  readonly heading?: BitField
  /** Number of units per degree. */
  readonly scale: number
  readonly speedScale: number
  readonly courseScale: number
  /** Position error due to limited precision, in meters. */
  readonly coarseAccuracyM?: number
}

const CLASS_A_LAYOUT: ReportLayout = {
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
const CLASS_B_LAYOUT: ReportLayout = {
  ...CLASS_A_LAYOUT,
  speed: [46, 10],
  accuracy: 56,
  longitude: [57, 28],
  latitude: [85, 27],
  course: [112, 12],
  heading: [124, 9],
}
/** Layout of long-range reports, whose precision is a tenth of a minute or 185 m. */
const LONG_RANGE_LAYOUT: ReportLayout = {
  speed: [79, 6],
  accuracy: 38,
  longitude: [44, 18],
  latitude: [62, 17],
  course: [85, 9],
  scale: 600,
  speedScale: 1,
  courseScale: 1,
  coarseAccuracyM: 100,
}
const layoutsByMessageType = new Map<number, { readonly length: number; readonly fields: ReportLayout }>([
  [1, { length: 168, fields: CLASS_A_LAYOUT }],
  [2, { length: 168, fields: CLASS_A_LAYOUT }],
  [3, { length: 168, fields: CLASS_A_LAYOUT }],
  [18, { length: 168, fields: CLASS_B_LAYOUT }],
  [19, { length: 312, fields: CLASS_B_LAYOUT }],
  [27, { length: 96, fields: LONG_RANGE_LAYOUT }],
])

function decodePayload(payload: string): Uint8Array | undefined {
  if (!/^[0-W`-w]*$/.test(payload)) return undefined
  const bits = new Uint8Array(6 * payload.length)
  for (let charIndex = 0; charIndex < payload.length; charIndex++) {
    const code = payload.charCodeAt(charIndex) - 48
    const sixBits = code > 40 ? code - 8 : code
    for (let bit = 0; bit < 6; bit++) bits[6 * charIndex + bit] = (sixBits >> (5 - bit)) & 1
  }
  return bits
}

function readUnsigned(bits: Uint8Array, from: number, count: number): number {
  let value = 0
  for (let bit = from; bit < from + count; bit++) value = 2 * value + (bits[bit] ?? 0)
  return value
}

function readSigned(bits: Uint8Array, from: number, count: number): number {
  return readUnsigned(bits, from, count) - (bits[from] === 1 ? 2 ** count : 0)
}

export function computeChecksum(text: string): number {
  let sum = 0
  for (const letter of text) sum ^= letter.charCodeAt(0)
  return sum & 0xff
}

const toHexByte = (value: number) => value.toString(16).toUpperCase().padStart(2, '0')
