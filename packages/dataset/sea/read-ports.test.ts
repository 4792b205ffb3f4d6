import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { distanceNm } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { foldName, type PortIndex } from '@fairway/sea'
import { beforeAll, describe, expect, test } from 'vitest'
import { compressPortIndex, decompressPortIndex } from './port-index-file.ts'
import { parsePositions } from './port-positions.ts'
import { portIndexFile, readPorts } from './read-ports.ts'

let portIndex: PortIndex
beforeAll(() => {
  portIndex = readPorts()
})

test.each([
  ['Mumbai', 'INBOM'],
  ['Bombay', 'INBOM'],
  ['Antwerp', 'BEANR'],
  ['Anvers', 'BEANR'],
  ['Tromsø', 'NOTOS'],
  ['København', 'DKCPH'],
  ['Århus', 'DKAAR'],
  ['St. Petersburg', 'RULED'],
  ['Port of Spain', 'TTPOS'],
  ['Southampton', 'GBSOU'],
  ['Southampton, UK', 'GBSOU'],
  ['San Francisco, CA, USA', 'USSFO'],
  ['Odessa', 'UAODS'],
  ['Boston', 'USBOS'],
  ['Charleston', 'USCHS'],
  ['Dover', 'GBDVR'],
  ['Jacksonville', 'USJAX'],
  ['Manzanillo', 'MXZLO'],
  ['Rio Grande', 'BRRIG'],
  ['Nelson', 'NZNSN'],
  ['Genoa', 'ITGOA'],
  ['Port Klang', 'MYPKG'],
  ['Singapore', 'SGSIN'],
  ['Hong Kong, China', 'HKHKG'],
  ['Abidjan, Ivory Coast', 'CIABJ'],
  ['大阪', 'JPOSA'],
  ['上海', 'CNSHA'],
  ['Владивосток', 'RUVVO'],
  ['Ghent', 'BEGNE'],
])('%s is %s', (portText, code) => {
  expect(portIndex.find(portText).best?.code).toBe(code)
})

test.each([
  ['Victoria, BC', 'Victoria', 'CA.02'],
  ['Shenzhen', 'Shenzhen', 'CN.30'],
  ['Duluth', 'Duluth', 'US.MN'],
  ['Washington', 'Washington, D.C.', 'US.DC'],
])('finds %s as a settlement, %s', (portText, name, areaCode) => {
  expect(portIndex.find(portText).best).toMatchObject({ name, areaCode })
  expect(portIndex.find(portText).best).not.toHaveProperty('code')
})

describe('corrected port positions', () => {
  test.each<[code: string, latitude: number, longitude: number]>([
    ['CDBOA', -5.85, 13.05],
    ['CDMAT', -5.84, 13.46],
    ['DZAAE', 36.9, 7.77],
    ['TNJAR', 33.5, 11.11],
    ['FRHON', 49.42, 0.23],
    ['JPMAI', 35.45, 135.33],
    ['GBBEL', 54.6, -5.93],
    ['ARBUE', -34.61, -58.38],
    ['ZAPLZ', -33.96, 25.61],
    ['USLAX', 33.74, -118.26],
    ['BMSOU', 32.25, -64.86],
  ])('%s', (code, latitude, longitude) => {
    const [lat = 0, lon = 0] = portIndex.findByCode(code)?.position ?? []
    expect(distanceNm(lat, lon, latitude, longitude)).toBeLessThan(5)
  })

  test('match the table of manual corrections', () => {
    const table = readFileSync(join(portIndexFile, '..', 'port-positions.tsv'), 'utf8')
    for (const [code, { position }] of parsePositions(table))
      expect([code, portIndex.findByCode(code)?.position]).toEqual([code, position])
  })
})

test('has a small file that matches the ports package, with names folded like queries', () => {
  expect(statSync(portIndexFile).size).toBeLessThan(2_000_000)
  const require = createRequire(import.meta.url)
  const table = JSON.parse(readFileSync(require.resolve('sea-ports/lib/ports.json'), 'utf8')) as Record<string, unknown>
  expect(portIndex.ports.filter(({ code }) => !(code in table))).toEqual([])
  expect(Object.keys(table).length - portIndex.ports.length).toBeLessThan(40)
  const { ports, settlements } = decompressPortIndex(readFileSync(portIndexFile))
  const everyTenth = (ports + settlements).split('\n').filter((_, at) => at % 10 === 0 && at > 0)
  const names = everyTenth.flatMap((line) =>
    line
      .split('\t')
      .slice(6)
      .flatMap((list) => list.split('|')),
  )
  expect(names.length).toBeGreaterThan(10_000)
  expect(names.filter((name) => foldName(name) !== name)).toEqual([])
})

test('round-trips the port index', () => {
  const portText = { areas: 'NL\tNetherlands\t|nl|\n', ports: 'a\n', settlements: 'ø\n大\n' }
  expect(decompressPortIndex(compressPortIndex(portText))).toEqual(portText)
  expect(() => decompressPortIndex(compressPortIndex(portText).slice(0, 5))).toThrow()
})

const published = sharedPath('data/sea/pub151_port_distances.csv')

test.skipIf(!existsSync(published))('finds seven of ten names of a distance table within 30 km', () => {
  const ports = new Map<string, [number, number]>()
  for (const line of readFileSync(published, 'utf8').split('\n')) {
    const [, from, to, fromLon, fromLat, toLon, toLat] =
      /^"?(.*?)"?,"(.*?)",.*,([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)$/.exec(line) ?? []
    if (from === undefined || to === undefined) continue
    ports.set(from, [Number(fromLat), Number(fromLon)])
    ports.set(to, [Number(toLat), Number(toLon)])
  }
  const sample = [...ports].filter((_, at) => at % 8 === 0)
  const matches = sample.filter(([name, [latitude, longitude]]) => {
    const { best } = portIndex.find(name)
    return best && distanceNm(latitude, longitude, best.position[0], best.position[1]) * 1.852 <= 30
  })
  expect(matches.length / sample.length).toBeGreaterThan(0.7)
})
