import { expect, test } from 'vitest'
import { parseLines } from '../positions/read-lines.ts'
import { type AisReport, computeChecksum, parseReport, parseSentence } from './ais.ts'

const KNOT = 1852 / 3600

function parseElements(text: string) {
  const read = parseLines(text)
  return read.ok && read.value.name === 'ais' ? { ok: true, value: read.value.elements } : read
}

function readAis(line: string): AisReport | string {
  const sentence = parseSentence(line)
  return typeof sentence === 'string' ? sentence : parseReport(sentence.bits)
}

/** Sentences of types 1 to 3 have their published values. Sentences of types 18 and 19 are commonly quoted examples. */
const published = [
  ['!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A', 371798000, 48.381633, -123.395383, 12.3, 224, true],
  ['!AIVDM,1,1,,A,16SteH0P00Jt63hHaa6SagvJ087r,0*42', 440348000, 43.08015, -70.7582, 0, 93.4, false],
  ['!AIVDM,1,1,,B,25Cjtd0Oj;Jp7ilG7=UkKBoB0<06,0*60', 356302000, 40.392358, -71.626143, 13.9, 87.7, false],
  ['!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40', 563808000, 36.91, -76.327533, 0, 252, true],
  ['!AIVDM,1,1,,A,B52K>;h00Fc>jpUlNV@ikwpUoP06,0*4C', 338087471, 40.68454, -74.072132, 0.1, 79.6, false],
  [
    '!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B',
    367059850,
    29.543695,
    -88.810394,
    8.7,
    335.9,
    false,
  ],
] as const

test.each(published)(
  'decodes %s to its published values',
  (line, mmsi, latitude, longitude, knots, course, isAccurate) => {
    expect(readAis(line)).toEqual({
      mmsi,
      latitude: expect.closeTo(latitude, 5),
      longitude: expect.closeTo(longitude, 5),
      speedMs: expect.closeTo(knots * KNOT, 6),
      headingDeg: course,
      accuracyM: isAccurate ? 10 : undefined,
    })
  },
)

/** Common AIS decoders publish these values. */
test('decodes a long-range position with its precision of a tenth of a minute', () => {
  expect(readAis(sealed('AIVDM,1,1,,B,KC5E2b@U19PFdLbL,0'))).toEqual({
    mmsi: 206914217,
    latitude: expect.closeTo(4.84, 5),
    longitude: expect.closeTo(137.023333, 5),
    speedMs: expect.closeTo(57 * KNOT, 6),
    headingDeg: 167,
    accuracyM: 100,
  })
})

test('joins a two-part message into one position on the second line, and reports an incomplete one', () => {
  const whole = 'C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220'
  const first = (id: number, bits = 0) => sealed(`AIVDM,2,1,${id},B,${whole.slice(0, 30)},${bits}`)
  const second = (id: number) => sealed(`AIVDM,2,2,${id},B,${whole.slice(30)},0`)
  const at = [expect.closeTo(29.543695, 5), expect.closeTo(-88.810394, 5)]
  const position = { at, speed_ms: 4.476, heading: 335.9 }
  const read = (...lines: string[]) => parseElements(lines.join('\n'))
  expect(read(first(3), second(3))).toEqual({
    ok: true,
    value: [{ index: 1, value: position, mmsi: 367059850 }],
  })
  expect(read(first(3), first(4), published[0][0], second(4), second(3))).toMatchObject({
    ok: true,
    value: [{ index: 2 }, { index: 3, value: position }, { index: 4, value: position }],
  })
  const alone = (part: number) => `it is part ${part} of 2, but the other parts are missing`
  expect(read(second(1), first(2), first(2), second(2), first(5))).toEqual({
    ok: true,
    value: [
      { index: 0, why: alone(2) },
      { index: 1, why: alone(1) },
      { index: 3, value: position, mmsi: 367059850 },
      { index: 4, why: alone(1) },
    ],
  })
  const voyage = [
    '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
    sealed('AIVDM,2,2,1,A,88888888880,2'),
  ]
  expect(read(...voyage)).toEqual({
    ok: true,
    value: [{ index: 1, why: expect.stringMatching(/^the message is of type 5; ship positions/) }],
  })
})

const sealed = (body: string) => `!${body}*${computeChecksum(body).toString(16).toUpperCase().padStart(2, '0')}`

test('reports the reason for every sentence without a position', () => {
  const whys = [
    ['', 'the line is not an AIS sentence such as !AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'],
    [
      '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CR,0*4A',
      'its checksum is 4A, but its content has the checksum 49: it was damaged in transit',
    ],
    [sealed('GPGGA,094140'), 'the sentence is GPGGA; only VDM and VDO contain ship positions'],
    [sealed('AIVDM,1,1,,A,1 ~,0'), 'its payload has characters that AIS does not use'],
    [sealed('AIVDM,2,3,1,A,55?M,0'), 'it is part 3 of 2; parts are numbered from 1, and there are at most 9'],
    [
      sealed('AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0'),
      'the message is of type 4; ship positions are in types 1, 2, 3, 18, 19 and 27',
    ],
    [sealed('AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g,0'), 'the message of type 1 has 138 bits; it must have 168'],
  ] as const
  for (const [line, why] of whys) expect(readAis(line)).toBe(why)
})

test('omits values that the ship reports as unknown', () => {
  // In this type 1 message, no value is available: longitude 181, latitude 91, speed 1023, course 3600, heading 511.
  const bits = [
    [1, 6],
    [0, 2],
    [211_000_000, 30],
    [15, 4],
    [128, 8],
    [1023, 10],
    [0, 1],
    [108_600_000, 28],
    [54_600_000, 27],
    [3600, 12],
    [511, 9],
    [60, 31],
  ]
    .map(([value = 0, count = 0]) => value.toString(2).padStart(count, '0'))
    .join('')
  const letters = (text: string) =>
    (text.match(/.{6}/g) ?? [])
      .map((six) => Number.parseInt(six, 2))
      .map((six) => String.fromCharCode(six + (six < 40 ? 48 : 56)))
      .join('')
  expect(readAis(sealed(`AIVDM,1,1,,A,${letters(bits)},0`))).toBe('the ship reports no position')
  const somewhere =
    bits.slice(0, 61) +
    (600_000).toString(2).padStart(28, '0') +
    (1_200_000).toString(2).padStart(27, '0') +
    bits.slice(116)
  expect(readAis(sealed(`AIVDM,1,1,,A,${letters(somewhere)},0`))).toEqual({
    mmsi: 211_000_000,
    latitude: 2,
    longitude: 1,
    speedMs: undefined,
    headingDeg: undefined,
    accuracyM: undefined,
  })
})

test('reads tag block times, reports damaged lines by number, and identifies the ship', () => {
  const [first, other] = published
  const tag = 'c:1241544035'
  const sum = computeChecksum(tag).toString(16).toUpperCase()
  const text = [`\\${tag}*${sum}\\${first[0]}`, '', first[0], other[0], `\\${tag}*00\\${first[0]}`, 'nonsense'].join(
    '\r\n',
  )
  const position = {
    at: [expect.closeTo(48.381633, 5), expect.closeTo(-123.395383, 5)],
    speed_ms: 6.328,
    heading: 224,
    accuracy_m: 10,
  }
  expect(parseElements(text)).toEqual({
    ok: true,
    value: [
      { index: 0, value: { ...position, time: 1241544035 }, mmsi: 371798000 },
      { index: 2, value: position, mmsi: 371798000 },
      { index: 3, value: expect.anything(), mmsi: 440348000 },
      { index: 4, why: 'the checksum of its tag block is missing or wrong' },
      { index: 5, why: 'the line is not an AIS sentence such as !AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A' },
    ],
  })
})

test('accepts up to a thousand lines at once', () => {
  const many = (count: number) => Array<string>(count).fill(published[0][0]).join('\n')
  expect(parseElements(many(1000))).toMatchObject({ ok: true })
  expect(parseElements(many(1001))).toEqual({ ok: false, failure: { kind: 'too-many-lines', lines: 1001 } })
})

test.each([
  ['a sentence', 'ais', published[0][0]],
  ['a sentence behind something else', 'ais', `received:\n[1, 2]\n${published[0][0]}\n{}`],
  ['a tag block', 'ais', '\\s:2573345*00\\!AIVDM'],
  ['JSON', 'lines', '{"at": [1, 2]}'],
  ['JSON behind something else', 'lines', `received:\n{}\n${published[0][0]}`],
])('distinguishes sentences from JSON by the first line that can be either: %s', (_title, name, text) => {
  expect(parseLines(text)).toMatchObject({ ok: true, value: { name } })
})
