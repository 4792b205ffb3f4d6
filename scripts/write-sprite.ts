import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import svgpath from 'svgpath'
import { ContourBuilder, toDistanceField } from '../apps/server/features/tiles/style/distance-field.ts'

/**
 * Draws the symbols of the map styles from Maki icons (CC0) as signed distance fields, which styles can color freely:
 * `node scripts/write-sprite.ts`.
 */

const icons: Readonly<Record<string, string>> = {
  airport: 'airport',
  railway: 'rail',
  hospital: 'hospital',
  school: 'school',
  museum: 'museum',
  attraction: 'attraction',
  stadium: 'stadium',
  peak: 'mountain',
  ferry: 'ferry',
  bus: 'bus',
  civic: 'town-hall',
  theatre: 'theatre',
  cinema: 'cinema',
  library: 'library',
  police: 'police',
  post: 'post',
  worship: 'place-of-worship',
  shop: 'shop',
  viewpoint: 'viewpoint',
  hotel: 'lodging',
  information: 'information',
  fuel: 'fuel',
  charging: 'charging-station',
  parking: 'parking',
  pharmacy: 'pharmacy',
  bank: 'bank',
  atm: 'suitcase',
  food: 'restaurant',
  cafe: 'cafe',
  bar: 'bar',
  toilets: 'toilet',
  playground: 'playground',
  checkpoint: 'lift-gate',
  speed_camera: 'caution',
}

const ICON_SIZE = 15
const MARGIN_PIXELS = 3
const COLUMN_COUNT = 8
const SHIELD_SIZE = 16
const folder = new URL('../apps/server/features/tiles/style/data/', import.meta.url)
const require = createRequire(import.meta.url)

for (const ratio of [1, 2]) {
  const shapes = new Map<string, string>([
    ...Object.entries(icons).map(([name, icon]): [string, string] => [name, readIcon(icon)]),
    // The arrow points along the line.
    ['arrow', 'M1,6.2 L9,6.2 L9,3 L14,7.5 L9,12 L9,8.8 L1,8.8 Z'],
    ['shield', `M2.5,0 L12.5,0 Q15,0 15,2.5 L15,12.5 Q15,15 12.5,15 L2.5,15 Q0,15 0,12.5 L0,2.5 Q0,0 2.5,0 Z`],
  ])
  writeSprite(shapes, ratio)
}

function readIcon(name: string): string {
  const svg = readFileSync(require.resolve(`@mapbox/maki/icons/${name}.svg`), 'utf8')
  return [...svg.matchAll(/\sd="([^"]+)"/g)]
    .map((match) => (match[1] ?? '').replace(/&#x[0-9A-Fa-f]+;/g, ' '))
    .join(' ')
}

function writeSprite(shapes: ReadonlyMap<string, string>, ratio: number): void {
  const cell = (ICON_SIZE + 2 * MARGIN_PIXELS) * ratio
  const [width, height] = [cell * COLUMN_COUNT, cell * Math.ceil(shapes.size / COLUMN_COUNT)]
  const alpha = new Uint8Array(width * height)
  const document: Record<string, object> = {}
  for (const [index, [name, path]] of [...shapes].entries()) {
    const [x, y] = [(index % COLUMN_COUNT) * cell, Math.floor(index / COLUMN_COUNT) * cell]
    const box = { left: -MARGIN_PIXELS * ratio, top: -MARGIN_PIXELS * ratio, width: cell, height: cell }
    const field = toDistanceField(toContours(path, ratio), box)
    for (let row = 0; row < cell; row++) alpha.set(field.subarray(row * cell, (row + 1) * cell), (y + row) * width + x)
    const middle = (MARGIN_PIXELS + SHIELD_SIZE / 2) * ratio
    const inset = (MARGIN_PIXELS + 2) * ratio
    const stretch = name === 'shield' && {
      stretchX: [[middle - ratio, middle]],
      stretchY: [[middle - ratio, middle]],
      content: [inset, inset, cell - inset, cell - inset],
    }
    document[name] = { x, y, width: cell, height: cell, pixelRatio: ratio, sdf: true, ...stretch }
  }
  const suffix = ratio === 1 ? '' : `@${ratio}x`
  writeFileSync(new URL(`sprite${suffix}.png`, folder), toPng(alpha, width, height))
  writeFileSync(new URL(`sprite${suffix}.json`, folder), `${JSON.stringify(document, null, 2)}\n`)
}

function toContours(path: string, scale: number): number[][] {
  const contours = new ContourBuilder()
  let [x0, y0] = [0, 0]
  svgpath(path)
    .scale(scale)
    .abs()
    .unarc()
    .unshort()
    .iterate(([command, ...values], _, x, y) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values as number[]
      if (command === 'M') {
        ;[x0, y0] = [a, b]
        contours.moveTo(a, b)
      } else if (command === 'L') contours.lineTo(a, b)
      else if (command === 'H') contours.lineTo(a, y)
      else if (command === 'V') contours.lineTo(x, a)
      else if (command === 'Q') contours.quadraticTo(a, b, c, d)
      else if (command === 'C') contours.cubicTo(a, b, c, d, e, f)
      else if (command === 'Z' || command === 'z') {
        contours.close()
        contours.moveTo(x0, y0)
      }
    })
  contours.close()
  return contours.contours
}

/** Encodes a black image with the given opacity as PNG. */
function toPng(alpha: Uint8Array, width: number, height: number): Buffer {
  const rows = new Uint8Array(height * (1 + 4 * width))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++)
      rows[row * (1 + 4 * width) + 1 + 4 * column + 3] = alpha[row * width + column] ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Each pixel has eight bits for red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
