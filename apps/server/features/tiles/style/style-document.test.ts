import { readFileSync } from 'node:fs'
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { fontNames } from './glyphs.ts'
import { styleNames } from './palettes.ts'
import { toStyleDocument } from './style-document.ts'

const options = {
  baseUrl: 'https://maps.example',
  version: 'v1',
  attribution: '© OpenStreetMap contributors',
  maxZoom: 16,
  bounds: [7.4, 43.7, 7.5, 43.8],
} as const

describe.each(styleNames)('style %s', (name) => {
  const style = toStyleDocument({ ...options, name })

  test.each([undefined, 'en'])('follows the MapLibre style specification, with labels in %s', (language) => {
    const document = toStyleDocument({ ...options, name, language })
    expect(validateStyleMin(document as unknown as Parameters<typeof validateStyleMin>[0])).toEqual([])
  })

  test('writes every name in the chosen language, or else in the local language', () => {
    const localName = ['get', 'name']
    const listTexts = (language?: string) =>
      toStyleDocument({ ...options, name, language }).layers.flatMap((layer) => {
        const { layout } = layer as { layout?: { 'text-field'?: unknown } }
        const text = JSON.stringify(layout?.['text-field'] ?? '')
        return text.includes('name') ? [text] : []
      })
    const inLanguage = ['coalesce', ['get', 'name:pt-BR'], ['get', 'name:pt'], localName]
    expect(listTexts('pt-BR').length).toBe(listTexts().length)
    for (const text of listTexts('pt-BR')) expect(text).toContain(JSON.stringify(inLanguage))
    for (const text of listTexts()) expect(text).toContain(JSON.stringify(localName))
  })

  test('has only absolute URLs', () => {
    const { sources, sprite, glyphs } = style as unknown as Record<string, Record<string, { tiles: string[] }>>
    expect([sprite, glyphs]).toEqual([
      `https://maps.example/sprites/${name}`,
      'https://maps.example/fonts/{fontstack}/{range}.pbf',
    ])
    expect(sources?.fairway?.tiles).toEqual(['https://maps.example/tiles/{z}/{x}/{y}.mvt?v=v1'])
  })

  test('uses only symbols of the sprite and fonts that are served', () => {
    const sprite = JSON.parse(readFileSync(new URL('./data/sprite.json', import.meta.url), 'utf8'))
    const text = JSON.stringify(style.layers)
    for (const [, icon] of text.matchAll(/"icon-image":"([^"]+)"/g)) expect(sprite).toHaveProperty([icon ?? ''])
    for (const [, font] of text.matchAll(/"text-font":\["([^"]+)"\]/g)) expect(fontNames).toContain(font)
    expect(text).toContain('"icon-image":["get","category"]')
  })
})
