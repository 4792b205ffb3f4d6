import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTiles, type TileTestService } from './tiles-data.ts'

let service: TileTestService
beforeAll(async () => {
  service = await startTiles()
})
afterAll(() => service.app.close())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

describe('styles', () => {
  test.each(['light', 'dark', 'blueprint'])('%s refers to tiles, symbols and glyphs that are served', async (name) => {
    const reply = await get(`/styles/${name}.json`, { host: 'maps.example:81' })
    expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([200, '*'])
    const { sources, sprite, glyphs } = reply.json()
    const toPath = (url: string) => url.replace('http://maps.example:81', '')
    const urls = [
      ...['.json', '.png', '@2x.json', '@2x.png'].map((suffix) => `${toPath(sprite)}${suffix}`),
      toPath(glyphs).replace('{fontstack}', 'Noto Sans Regular').replace('{range}', '0-255'),
      toPath(sources.fairway.tiles[0]).replace('{z}/{x}/{y}', '14/5632/9886'),
    ]
    for (const url of urls) expect(`${url} ${(await get(encodeURI(url))).statusCode}`).toBe(`${url} 200`)
    expect(sources.fairway.attribution).toContain('OpenStreetMap')
  })

  test('write names in the language of the caller', async () => {
    const text = (await get('/styles/light.json?language=de')).body
    expect(text).toContain('"coalesce",["get","name:de"],["get","name"]')
    expect((await get('/styles/light.json')).body).not.toContain('name:de')
  })

  test.each([
    [
      '/styles/satellite.json',
      404,
      'There is no style at /styles/satellite.json; the available styles are /styles/light.json, /styles/dark.json and /styles/blueprint.json',
    ],
    [
      '/styles/light.json?language=English',
      400,
      'language is "English"; give a language code such as en or zh-Hant, or leave language out for local names',
    ],
    [
      '/sprites/satellite.png',
      404,
      'There is no sprite at /sprites/satellite.png; sprites are at /sprites/{style}.json, .png, @2x.json and @2x.png for the styles light, dark and blueprint',
    ],
    [
      '/fonts/Comic%20Sans/0-255.pbf',
      404,
      'There is no font "Comic Sans"; the available fonts are Noto Sans Regular, Noto Sans Bold and Noto Sans Italic',
    ],
    [
      '/fonts/Noto%20Sans%20Bold/1-256.pbf',
      404,
      'There are no glyphs at "1-256.pbf"; give a range of 256 characters that starts at a multiple of 256, up to 65535, such as 0-255.pbf',
    ],
    [
      '/fonts/Noto%20Sans%20Bold/65536-65791.pbf',
      404,
      'There are no glyphs at "65536-65791.pbf"; give a range of 256 characters that starts at a multiple of 256, up to 65535, such as 0-255.pbf',
    ],
  ])('%s is refused', async (url, status, detail) => {
    const reply = await get(url)
    expect([reply.statusCode, reply.json()]).toEqual([status, { busy: false, detail }])
  })
})

describe('glyphs', () => {
  test('have the size and position that MapLibre expects', async () => {
    const reply = await get('/fonts/Unknown,Noto%20Sans%20Regular/0-255.pbf')
    const glyphs = readGlyphs(reply.rawPayload)
    const [letter, low] = [glyphs.get('H'.codePointAt(0) ?? 0), glyphs.get('g'.codePointAt(0) ?? 0)]
    // A capital letter of Noto Sans is 714 of 1000 units high, which is 17 of 24 pixels.
    expect(letter).toMatchObject({ height: 18, left: 2 })
    expect(letter?.bitmapBytes).toBe(((letter?.width ?? 0) + 6) * ((letter?.height ?? 0) + 6))
    // The letter with a descender begins lower.
    expect(Number(low?.top)).toBeLessThan(Number(letter?.top))
    expect(glyphs.get(32)).toMatchObject({ width: 0, advance: 6, bitmapBytes: 0 })
  })

  test('are empty where the font has none', async () => {
    const reply = await get('/fonts/Noto%20Sans%20Regular/20224-20479.pbf')
    expect([reply.statusCode, readGlyphs(reply.rawPayload).size]).toEqual([200, 0])
  })
})

interface Glyph {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly advance: number
  readonly bitmapBytes: number
}

function readGlyphs(bytes: Uint8Array): Map<number, Glyph> {
  const glyphs = new Map<number, Glyph>()
  const readGlyph = (pbf: PbfReader): void => {
    let id = 0
    const glyph = { width: 0, height: 0, left: 0, top: 0, advance: 0, bitmapBytes: 0 }
    pbf.readFields(
      (tag) => {
        if (tag === 1) id = pbf.readVarint()
        else if (tag === 2) glyph.bitmapBytes = pbf.readBytes().length
        else if (tag === 3) glyph.width = pbf.readVarint()
        else if (tag === 4) glyph.height = pbf.readVarint()
        else if (tag === 5) glyph.left = pbf.readSVarint()
        else if (tag === 6) glyph.top = pbf.readSVarint()
        else if (tag === 7) glyph.advance = pbf.readVarint()
      },
      undefined,
      pbf.readVarint() + pbf.pos,
    )
    glyphs.set(id, glyph)
  }
  const reader = new PbfReader(bytes)
  reader.readFields((tag) => {
    if (tag !== 1) return
    const end = reader.readVarint() + reader.pos
    reader.readFields(
      (field) => {
        if (field === 3) readGlyph(reader)
      },
      undefined,
      end,
    )
  }, undefined)
  return glyphs
}
