import { expect, test } from 'vitest'
import { drawScale } from './plot.ts'

const map = (name: string, times: number) => ({
  [`${name}.arcs`]: 145_000 * times,
  [`${name}.compileSeconds`]: 9 * times,
  [`${name}.peakBytes`]: 3e8 * times,
  [`${name}.fileBytes`]: 4e7 * times,
  [`${name}.queryMicros`]: 20 + times,
  [`${name}.pathMicros`]: 40 + 3 * times,
})

test('draws every map as a point in every panel, and joins the sizes of a city by lines', () => {
  const svg = drawScale({ ...map('porto1', 1), ...map('porto4', 4), ...map('porto16', 16), ...map('moscow', 6) })
  expect(svg.match(/<circle /g)).toHaveLength(4 * 5)
  const lines = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = '']) => points.split(' '))
  expect(lines).toHaveLength(5)
  for (const points of lines) {
    expect(points).toHaveLength(3)
    const [xs, ys] = [0, 1].map((i) => points.map((point) => Number(point.split(',')[i])))
    expect(xs).toEqual(xs?.toSorted((a, b) => a - b))
    expect(ys, 'larger is higher').toEqual(ys?.toSorted((a, b) => b - a))
  }
  for (const label of ['Compiling, CPU s', 'Memory, MB', 'Query, µs', 'moscow', 'arcs']) expect(svg).toContain(label)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test('uses a logarithmic axis', () => {
  const svg = drawScale({ ...map('porto1', 1), ...map('porto4', 4), ...map('porto16', 16) })
  const [, points = ''] = /<polyline points="([^"]*)"/.exec(svg) ?? []
  const [a = 0, b = 0, c = 0] = points.split(' ').map((point) => Number(point.split(',')[0]))
  expect(b - a).toBeCloseTo(c - b, 0)
})

test('rejects the figures of another benchmark', () => {
  expect(() => drawScale({ 'route.cpu': 3 })).toThrow('there are no figures of the benchmark "scale"')
  expect(() => drawScale({ 'porto1.arcs': 3 })).toThrow('there is no figure porto1.compileSeconds')
})
