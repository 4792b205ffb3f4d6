import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventKinds, severities } from './feed-content.ts'
import { impacts } from './formats/wzdx-fields.ts'
import { listSegmentRows, readContent } from './testing/reading.ts'

const page = readFileSync(new URL('../../../../../docs/reference/feeds.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```(csv|json)\n(.*?)```/gs)].map(([, , block = '']) => block)

test('reads the examples of the documentation completely', async () => {
  const [speeds, workZones, incidents] = await Promise.all(blocks.map((block) => readContent(block)))
  expect(blocks).toHaveLength(3)
  expect(speeds && listSegmentRows(speeds).map(([, , kmh]) => kmh)).toEqual([32, 30.5, 0])
  expect(workZones?.events).toMatchObject([{ severity: 'high', lanesClosed: [1, 2], startTimeIsVerified: true }])
  expect(incidents?.events.map(({ kind, closed }) => [kind, closed])).toEqual([
    ['closure', true],
    ['accident', false],
    ['hazard', false],
    ['weather', false],
  ])
  for (const content of [speeds, workZones, incidents]) expect(content?.skipped.count).toBe(0)
})

test('documents every kind and severity, and the impact that closes a road', () => {
  for (const word of [...eventKinds, ...severities, impacts[0]]) expect(page).toContain(`\`${word}\``)
})
