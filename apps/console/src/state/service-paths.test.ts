import { expect, test } from 'vitest'
import { SERVICE_PATHS } from '../../service-paths.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('the development server forwards every path that the console requests, and no file of the console', () => {
  const requestPattern = /(?:\b(?:path|PATH)(?::| =) |fetch\(|open\('\w+', |register\()[`'](\/[a-z][\w./-]*)/g
  const paths = Object.values(sources).flatMap((source) =>
    [...source.matchAll(requestPattern)].map(([, path = '']) => path),
  )
  expect(paths).toContain('/v1/route')
  expect(paths).toContain('/tiles/map.json')
  const pattern = new RegExp(SERVICE_PATHS)
  const local = ['/service-worker.js', '/icon.svg']
  expect(paths.filter((path) => !local.includes(path) && !pattern.test(path))).toEqual([])
  for (const path of ['/styles/light.json', '/sprites/light.json', '/maps/uploads', '/docs', '/tiles/1/2/3.mvt?v=1'])
    expect(path).toMatch(pattern)
  for (const path of ['/', '/src/main.tsx', '/icon.svg', '/icons/192.png', '/maps.js', '/@vite/client'])
    expect(path).not.toMatch(pattern)
})
