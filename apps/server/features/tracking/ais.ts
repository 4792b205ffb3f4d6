/**
 * Position reports of ships as receivers write them: NMEA 0183 sentences `!AIVDM` whose payload is six bits a letter,
 * ITU-R M.1371-5, annex 8. Types 1, 2, 3 (class A), 18 and 19 (class B); whatever else ships say holds no position.
 */
export interface AisReport {
  readonly mmsi: number
  readonly latitude: number
  readonly longitude: number
  readonly speedMs: number | undefined
  /** Over ground where it is known, else where the bow points. */
  readonly headingDeg: number | undefined
  /** True: better than ten metres. */
  readonly isAccurate: boolean
}

/** The report, or why the sentence holds none. */
export function readAis(sentence: string): AisReport | string {
  const [, body, sum] = /^[!$]([^*]*)\*([0-9A-Fa-f]{2})$/.exec(sentence) ?? []
  if (body === undefined || sum === undefined) {
    return 'the line is no sentence such as !AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'
  }
  const expected = checksumOf(body)
  if (expected !== Number.parseInt(sum, 16)) {
    return `its checksum is ${sum}, but that of what it says is ${hex(expected)}: it was damaged on the way`
  }
  const [name = '', parts = '', part = '', , , payload = ''] = body.split(',')
  if (!/^..VD[MO]$/.test(name)) return `the sentence is ${name.slice(0, 20)}; only VDM and VDO hold positions of ships`
  const bits = bitsOf(payload)
  if (bits === undefined) return 'its payload has letters that AIS does not know'
  if (parts !== '1') return `it is part ${part} of ${parts}; position reports come in one, longer messages hold none`
  return readReport(bits)
}

function readReport(bits: Uint8Array): AisReport | string {
  const type = unsigned(bits, 0, 6)
  const layout = layouts.get(type)
  if (!layout) return `the message is of type ${type}; positions are in types 1, 2, 3, 18 and 19`
  const { length, speed, accuracy, longitude, latitude, course, heading } = layout
  if (bits.length < length) return `the message of type ${type} has ${bits.length} bits; it must have ${length}`
  const [lon, lat] = [signed(bits, longitude, 28) / 600_000, signed(bits, latitude, 27) / 600_000]
  if (lon === 181 || lat === 91) return 'the ship does not know its position'
  const knots = unsigned(bits, speed, 10)
  const courseDeg = unsigned(bits, course, 12) / 10
  const bowDeg = unsigned(bits, heading, 9)
  return {
    mmsi: unsigned(bits, 8, 30),
    latitude: lat,
    longitude: lon,
    speedMs: knots === UNKNOWN_SPEED ? undefined : (knots / 10) * MS_PER_KNOT,
    headingDeg: courseDeg < 360 ? courseDeg : bowDeg < 360 ? bowDeg : undefined,
    isAccurate: bits[accuracy] === 1,
  }
}

const MS_PER_KNOT = 1852 / 3600
const UNKNOWN_SPEED = 1023

/** At which bit each field begins. */
const classA = { length: 168, speed: 50, accuracy: 60, longitude: 61, latitude: 89, course: 116, heading: 128 }
const classB = { length: 168, speed: 46, accuracy: 56, longitude: 57, latitude: 85, course: 112, heading: 124 }
const layouts = new Map([
  [1, classA],
  [2, classA],
  [3, classA],
  [18, classB],
  [19, { ...classB, length: 312 }],
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
