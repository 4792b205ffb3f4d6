import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(new URL('../browser/theme.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = sheet.split('@media')

function readColors(rules: string): Map<string, string> {
  return new Map([...rules.matchAll(/--([\w-]+): (#[0-9a-f]+)/g)].map(([, name = '', color = '']) => [name, color]))
}

/** Returns the relative luminance as defined by WCAG 2. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const texts = ['text', 'soft', 'accent', 'get', 'post', 'put', 'delete', 'string', 'number', 'word']

describe.each([
  ['light', readColors(light)],
  ['dark', readColors(dark)],
])('%s colors', (_, colors) => {
  const pairs = texts.flatMap((text) => ['ground', 'panel', 'tint'].map((ground) => [text, ground] as const))
  test.each(pairs)('%s on %s is legible', (text, ground) => {
    expect(contrast(colors.get(text) ?? '', colors.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('show visible field borders', () => {
    expect(contrast(colors.get('edge') ?? '', colors.get('ground') ?? '')).toBeGreaterThanOrEqual(3)
  })
})
