import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileExtract, compileRegion, DatasetStore, ROADS_FILE, type StoredDataset } from '@fairway/dataset'

type Point = readonly [latitude: number, longitude: number]
type Tags = Readonly<Record<string, string>>

/** A few streets that can be compiled and served like any extract. */
export interface SmallMap {
  /** Positions of the nodes, each named by one letter. */
  readonly places: Readonly<Record<string, Point>>
  /** Ways, named by the letters of their nodes. A suffix after # distinguishes two ways over the same nodes. */
  readonly ways: Readonly<Record<string, Tags>>
  /** Tags of nodes, by letter. */
  readonly nodeTags?: Readonly<Record<string, Tags>>
  /** Point features: houses, shops and settlements. */
  readonly things?: readonly { readonly at: Point; readonly tags: Tags }[]
}

/** Returns streets around a square of about 400 m per side, with its upper left corner at the given point. */
export function square([north, west]: Point, tags: Tags = {}): SmallMap {
  return rectangle([north, west], [north - 0.004, west + 0.005], tags)
}

/** Returns streets around a block with the given upper left and lower right corners. */
export function rectangle([north, west]: Point, [south, east]: Point, tags: Tags = {}): SmallMap {
  const streets = { highway: 'residential', ...tags }
  return {
    places: { A: [north, west], B: [north, east], C: [south, east], D: [south, west] },
    ways: {
      AB: { ...streets, name: 'North Street' },
      BC: { ...streets, name: 'East Street' },
      CD: { ...streets, name: 'South Street' },
      DA: { ...streets, name: 'West Street' },
    },
  }
}

/** Id of the first point feature. The ids of the other features follow in order. */
export const FIRST_NODE_ID = 1001

/** Returns the map as OpenStreetMap XML, which every command accepts. */
export function toExtract({ places, ways, nodeTags = {}, things = [] }: SmallMap): string {
  const numbers = new Map(Object.keys(places).map((letter, index) => [letter, index + 1]))
  const nodes = Object.entries(places).map(
    ([letter, [latitude, longitude]]) =>
      `<node id="${numbers.get(letter)}" version="1" lat="${latitude.toFixed(7)}" lon="${longitude.toFixed(7)}">${toXml(nodeTags[letter] ?? {})}</node>`,
  )
  const lines = Object.entries(ways).map(([name, tags], index) => {
    const letters = [...(name.split('#')[0] ?? '')]
    const along = letters.map((letter) => `<nd ref="${numbers.get(letter)}"/>`)
    return `<way id="${index + 1}" version="1">${along.join('')}${toXml(tags)}</way>`
  })
  for (const [index, { at, tags }] of things.entries()) {
    const [latitude, longitude] = at
    nodes.push(
      `<node id="${FIRST_NODE_ID + index}" version="1" lat="${latitude.toFixed(7)}" lon="${longitude.toFixed(7)}">${toXml(tags)}</node>`,
    )
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${[...nodes, ...lines].join('\n')}\n</osm>\n`
}

function toXml(tags: Tags): string {
  return Object.entries(tags)
    .map(([key, value]) => `<tag k="${escapeXml(key)}" v="${escapeXml(value)}"/>`)
    .join('')
}

/** Compiles the streets and publishes them in a data folder, like `fairway compile`. */
export async function publishMap(dataDir: string, region: string, map: SmallMap): Promise<StoredDataset> {
  const folder = join(dataDir, 'extracts')
  const extract = join(folder, `${region.replaceAll('/', '-')}.osm`)
  await mkdir(folder, { recursive: true })
  await writeFile(extract, toExtract(map))
  try {
    const options = { extract, region, dataDir, threads: 1, onProgress() {} }
    return (await compileRegion(options, compileExtract)).dataset
  } finally {
    await rm(extract)
  }
}

/** Publishes a copy of a dataset, which is much faster than compiling its streets again. */
export async function publishCopy(
  { folder, manifest, region }: StoredDataset,
  dataDir: string,
  name = region,
): Promise<StoredDataset> {
  return await new DatasetStore(dataDir).publish(name, async (target) => {
    await copyFile(join(folder, ROADS_FILE), join(target, ROADS_FILE))
    return manifest
  })
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
