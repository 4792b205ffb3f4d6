import { distanceNm, type Position } from '@fairway/geo'
import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import type { Sea } from '../schema.ts'
import { parseLine } from './passage.ts'

/** A waterway that is missing from the sea map: a canal or a river. */
export interface ChannelName {
  readonly name: string
  readonly kind: 'canal' | 'river'
  /** ID of the passage, if the channel connects two seas. */
  readonly passage?: string
}

/** A channel with its center line. */
export interface Channel extends ChannelName {
  readonly line: readonly Position[]
}

const namesCache = new WeakMap<Uint8Array, readonly ChannelName[]>()

/** Reads the channels of a compiled sea, in node order. */
export function readChannelNames({ channels }: Sea): readonly ChannelName[] {
  const { table } = channels
  const names = namesCache.get(table) ?? (JSON.parse(new TextDecoder().decode(table.slice())) as ChannelName[])
  namesCache.set(table, names)
  return names
}

const lengthsCache = new WeakMap<Uint32Array, Map<number, number>>()

/** Returns the length of a channel in nautical miles, by its index. */
export function getChannelLengthNm({ channels: { nodeFirst }, nodes }: Sea, channelIndex: number): number {
  const cachedLengths = lengthsCache.get(nodeFirst) ?? new Map<number, number>()
  lengthsCache.set(nodeFirst, cachedLengths)
  const cachedNm = cachedLengths.get(channelIndex)
  if (cachedNm !== undefined) return cachedNm
  let nm = 0
  for (let node = nodeFirst[channelIndex] + 1; node < nodeFirst[channelIndex + 1]; node++) {
    const [latA, lonA, latB, lonB] = [node - 1, node].flatMap((index) => [
      nodes.latitude[index],
      nodes.longitude[index],
    ])
    nm += distanceNm(
      latA * DEGREES_PER_MICRODEGREE,
      lonA * DEGREES_PER_MICRODEGREE,
      latB * DEGREES_PER_MICRODEGREE,
      lonB * DEGREES_PER_MICRODEGREE,
    )
  }
  cachedLengths.set(channelIndex, nm)
  return nm
}

export function encodeChannelNames(channels: readonly Channel[]): Uint8Array {
  const names = channels.map(({ name, kind, passage }) => ({ name, kind, ...(passage && { passage }) }))
  return new TextEncoder().encode(JSON.stringify(names))
}

const makeCanal = (passage: string, name: string, line: string): Channel => ({
  name,
  kind: 'canal',
  passage,
  line: parseLine(line),
})

export const canalChannels: readonly Channel[] = [
  makeCanal(
    'suez',
    'Suez Canal',
    '31.29,32.33 31.23,32.31 31.1,32.305 30.85,32.32 30.7,32.345 30.58,32.31 30.45,32.35 30.33,32.38 30.24,32.5 30.18,32.57 30,32.58 29.93,32.57 29.9,32.55',
  ),
  makeCanal(
    'panama',
    'Panama Canal',
    '9.4,-79.92 9.36,-79.915 9.27,-79.92 9.21,-79.9 9.17,-79.82 9.12,-79.8 9.118,-79.74 9.106,-79.69 9.036,-79.642 9.016,-79.613 8.99,-79.59 8.95,-79.565 8.88,-79.52',
  ),
  makeCanal(
    'kiel',
    'Kiel Canal',
    '53.87,9.13 53.89,9.145 53.96,9.2 54.03,9.3 54.13,9.34 54.19,9.42 54.25,9.58 54.29,9.68 54.33,9.73 54.365,9.82 54.36,9.92 54.345,9.98 54.365,10.12 54.37,10.15 54.385,10.18',
  ),
  makeCanal('corinth', 'Corinth Canal', '37.957,22.945 37.953,22.957 37.915,23.005 37.905,23.02'),
  makeCanal('cape_cod', 'Cape Cod Canal', '41.68,-70.66 41.735,-70.625 41.745,-70.57 41.772,-70.5 41.79,-70.47'),
  makeCanal(
    'chesapeake_delaware',
    'Chesapeake and Delaware Canal',
    '39.42,-76.03 39.47,-75.96 39.5,-75.92 39.525,-75.87 39.53,-75.81 39.545,-75.7 39.555,-75.63 39.56,-75.55',
  ),
  makeCanal('canso', 'Canso Canal', '45.66,-61.435 45.645,-61.415 45.63,-61.395 45.61,-61.37'),
  makeCanal(
    'saint_lawrence_seaway',
    'Saint Lawrence Seaway',
    '44.13,-76.5 44.2,-76.38 44.34,-75.93 44.57,-75.68 44.71,-75.49 44.83,-75.3 44.895,-75.18 44.98,-74.92 44.985,-74.82 45.01,-74.73 45.13,-74.45 45.21,-74.2 45.24,-74.12 45.31,-73.92 45.38,-73.8 45.41,-73.68 45.405,-73.6 45.5,-73.52 45.55,-73.53',
  ),
  {
    name: 'North Sea Canal',
    kind: 'canal',
    line: parseLine('52.465,4.52 52.465,4.6 52.43,4.72 52.41,4.82 52.385,4.9'),
  },
  {
    name: 'New Waterway',
    kind: 'canal',
    line: parseLine('51.99,4.03 51.98,4.12 51.92,4.22 51.9,4.3 51.905,4.4 51.91,4.49'),
  },
  makeCanal('limfjord', 'Limfjord', '56.995,9.22 56.9985,9.27 56.9985,9.295 57.007,9.33 57.02,9.4 57.03,9.48'),
  {
    name: 'Limfjord',
    kind: 'canal',
    line: parseLine(
      '57.03,9.48 57.04,9.58 57.047,9.68 57.058,9.76 57.062,9.83 57.055,9.88 57.057,9.925 57.063,9.97 57.072,9.985',
    ),
  },
  makeCanal('euripus', 'Euripus Strait', '38.453,23.592 38.458,23.59 38.4628,23.5893 38.469,23.593 38.477,23.598'),
  {
    name: 'Tongass Narrows',
    kind: 'canal',
    line: parseLine(
      '55.295,-131.57 55.32,-131.61 55.342,-131.655 55.357,-131.705 55.38,-131.75 55.405,-131.81 55.43,-131.86',
    ),
  },
  makeCanal('welland', 'Welland Canal', '43.26,-79.21 43.13,-79.19 42.98,-79.22 42.88,-79.25 42.85,-79.25'),
]
