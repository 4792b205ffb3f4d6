import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { production, root } from './sources.ts'

test('the Grafana dashboard uses only metrics that the service has', () => {
  const dashboard = readFileSync(join(root, 'deploy/grafana/fairway.json'), 'utf8')
  const used = new Set(dashboard.match(/\bfairway_\w+/g)?.map((name) => name.replace(/_bucket$/, '')))
  expect(used.size).toBeGreaterThan(5)
  const code = production.map((source) => source.code).join('\n')
  expect([...used].filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
