import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ByteWriter } from '@fairway/geo'
import type { Font } from 'opentype.js'
import { ContourBuilder, toDistanceField } from './distance-field.ts'

const require = createRequire(import.meta.url)
/** Files of free fonts for map labels (SIL Open Font License 1.1). */
const fontFiles = {
  'Noto Sans Regular': '400Regular/NotoSans_400Regular.ttf',
  'Noto Sans Bold': '700Bold/NotoSans_700Bold.ttf',
  'Noto Sans Italic': '400Regular_Italic/NotoSans_400Regular_Italic.ttf',
} as const
export type FontName = keyof typeof fontFiles
export const fontNames = Object.keys(fontFiles) as readonly FontName[]

export const GLYPHS_PER_RANGE = 256
export const MAX_CODE_POINT = 65_535

/** Font size in pixels that MapLibre expects. */
const FONT_SIZE = 24
const GLYPH_BUFFER = 3
/** Maximum number of glyphs per turn. More glyphs at once would delay other requests in the thread. */
const GLYPHS_PER_TURN = 8

const fonts = new Map<FontName, Promise<Font>>()
const ranges = new Map<string, Promise<Uint8Array>>()

/** Returns the glyphs of 256 characters as a protocol buffer of distance fields. Each glyph is drawn once. */
export function getGlyphs(name: FontName, start: number): Promise<Uint8Array> {
  const key = `${name} ${start}`
  const glyphs = ranges.get(key) ?? drawGlyphs(name, start)
  ranges.set(key, glyphs)
  glyphs.catch(() => ranges.delete(key))
  return glyphs
}

async function drawGlyphs(name: FontName, start: number): Promise<Uint8Array> {
  const font = await getFont(name)
  const end = start + GLYPHS_PER_RANGE - 1
  const stack = new ByteWriter()
  const encoder = new TextEncoder()
  stack.field(1, encoder.encode(name))
  stack.field(2, encoder.encode(`${start}-${end}`))
  let drawnCount = 0
  for (let codePoint = start; codePoint <= end; codePoint++) {
    const index = font.charToGlyphIndex(String.fromCodePoint(codePoint))
    if (index === 0) continue
    stack.field(3, drawGlyph(font, index, codePoint))
    if (++drawnCount % GLYPHS_PER_TURN === 0) await nextTurn()
  }
  const writer = new ByteWriter()
  writer.field(1, stack.view())
  return writer.view().slice()
}

function drawGlyph(font: Font, index: number, codePoint: number): Uint8Array {
  const glyph = font.glyphs.get(index)
  const scale = FONT_SIZE / font.unitsPerEm
  const contours = new ContourBuilder()
  for (const command of glyph.getPath(0, 0, FONT_SIZE).commands) {
    if (command.type === 'M') contours.moveTo(command.x, command.y)
    else if (command.type === 'L') contours.lineTo(command.x, command.y)
    else if (command.type === 'Q') contours.quadraticTo(command.x1, command.y1, command.x, command.y)
    else if (command.type === 'C')
      contours.cubicTo(command.x1, command.y1, command.x2, command.y2, command.x, command.y)
    else contours.close()
  }
  contours.close()
  const box = toPixelBox(contours.contours)
  const writer = new ByteWriter()
  const writeNumber = (field: number, value: number): void => {
    writer.varint(field << 3)
    writer.varint(value)
  }
  writeNumber(1, codePoint)
  if (box.width > 0)
    writer.field(
      2,
      toDistanceField(contours.contours, {
        left: box.left - GLYPH_BUFFER,
        top: box.top - GLYPH_BUFFER,
        width: box.width + 2 * GLYPH_BUFFER,
        height: box.height + 2 * GLYPH_BUFFER,
      }),
    )
  writeNumber(3, box.width)
  writeNumber(4, box.height)
  writer.varint(5 << 3)
  writer.zigzag(box.left)
  writer.varint(6 << 3)
  // The value is measured from the top of the line, not from the baseline.
  writer.zigzag(-box.top - Math.round(font.ascender * scale))
  writeNumber(7, Math.round((glyph.advanceWidth ?? 0) * scale))
  return writer.view().slice()
}

function toPixelBox(contours: readonly (readonly number[])[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const contour of contours) {
    for (let i = 0; i < contour.length; i += 2) {
      const [x = 0, y = 0] = [contour[i], contour[i + 1]]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  if (left > right) return { left: 0, top: 0, width: 0, height: 0 }
  const [column, row] = [Math.floor(left), Math.floor(top)]
  return { left: column, top: row, width: Math.ceil(right) - column, height: Math.ceil(bottom) - row }
}

function getFont(name: FontName): Promise<Font> {
  const font = fonts.get(name) ?? readFont(name)
  fonts.set(name, font)
  font.catch(() => fonts.delete(name))
  return font
}

async function readFont(name: FontName): Promise<Font> {
  // The library is loaded on first use, because most servers never draw a glyph.
  const { parse } = require('opentype.js') as typeof import('opentype.js')
  const file = require.resolve(`@expo-google-fonts/noto-sans/${fontFiles[name]}`)
  const { buffer, byteOffset, byteLength } = await readFile(file)
  return parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
}
