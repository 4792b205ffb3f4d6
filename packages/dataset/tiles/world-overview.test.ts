import { readFileSync } from 'node:fs'
import { ShapeDrawer, type TileId, TileLayer, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { VectorTile } from '@mapbox/vector-tile'
import { iso1A2Code } from '@rapideditor/country-coder'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { labelLanguages } from '../basemap/names.ts'
import { readCountryLabels, readSeaNames, WorldOverview } from './world-overview.ts'

const overview = new WorldOverview()

function tileAt(latitude: number, longitude: number, z: number): TileId {
  return { z, x: Math.floor(toWorldX(longitude * 1e6) * 2 ** z), y: Math.floor(toWorldY(latitude * 1e6) * 2 ** z) }
}

function drawBorders(tile: TileId) {
  const layer = new TileLayer('borders')
  overview.drawBorders(layer, tile)
  return new VectorTile(new PbfReader(writeTile([layer]))).layers.borders
}

describe('the overview of the world', () => {
  test('writes the name of each country inside it', () => {
    const labels = [...readCountryLabels()]
    expect(labels.length).toBeGreaterThan(230)
    // These countries are smaller than the resolution of the data, so their labels are up to 2 km off.
    const tiny = ['LI', 'MC', 'MO', 'SX', 'VA']
    const misplaced = labels.filter(([code, [latitude, longitude]]) => {
      if (tiny.includes(code)) return false
      const country = iso1A2Code([longitude, latitude], { level: 'territory' })
      return country !== code && iso1A2Code([longitude, latitude]) !== code
    })
    expect(misplaced).toEqual([])
  })

  test('has borders between countries, and none at sea or on islands of one country', () => {
    expect(drawBorders(tileAt(-33, -70, 6))?.length).toBeGreaterThan(0)
    expect(drawBorders(tileAt(47, 7, 6))?.length).toBeGreaterThan(0)
    for (const [latitude, longitude] of [
      [-35.5, -20],
      [-25, 135],
      [65, -18],
      [36, 18],
    ] as const)
      expect(drawBorders(tileAt(latitude, longitude, 6))).toBeUndefined()
    expect(drawBorders(tileAt(-33, -70, 9))).toBeUndefined()
  })

  test('has the name of every sea in all languages of labels', () => {
    const readRows = (file: string) =>
      readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8')
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t'))
    const [header, ...rows] = readRows('sea-names.tsv')
    expect([...header].sort()).toEqual(['name', ...labelLanguages.filter((language) => language !== 'en')].sort())
    for (const row of rows) expect([row.length, row.includes('')]).toEqual([header.length, false])
    const names = readSeaNames()
    expect([...names.keys()].sort()).toEqual([...new Set(readRows('seas.tsv').map(([name]) => name))].sort())
    expect(names.get('North Sea')).toMatchObject({ 'name:de': 'Nordsee', 'name:ja': '北海' })
    expect(names.get('Hudson Bay')).not.toHaveProperty('name:de')
  })

  test('names seas at their zoom levels, once', () => {
    const listNames = (...tiles: TileId[]) => {
      const layer = new TileLayer('labels')
      const drawer = new ShapeDrawer()
      for (const tile of tiles) {
        drawer.beginTile(tile)
        overview.drawSeas(drawer, layer, tile)
      }
      const { labels } = new VectorTile(new PbfReader(writeTile([layer]))).layers
      return Array.from({ length: labels?.length ?? 0 }, (_, i) => labels?.feature(i).properties.name)
    }
    const whole = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => ({ z: 2, x, y })))
    expect(listNames(...whole).filter((name) => name === 'Indian Ocean')).toEqual(['Indian Ocean'])
    expect(listNames(...whole)).not.toContain('Black Sea')
    expect(listNames(tileAt(43.2, 34.5, 4))).toContain('Black Sea')
    expect(listNames(tileAt(43.2, 34.5, 9))).toEqual([])
  })
})
