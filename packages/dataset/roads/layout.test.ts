import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { DATASET_FORMAT } from '../format/header.ts'
import { drawMap } from '../testing/draw-map.ts'
import { toRoadSections } from './sections.ts'

/** Hashes of the section layout by format version. A server would misread a dataset with a different layout. */
const layouts: Readonly<Record<number, string>> = {
  2: 'f38a69c947431bc8',
  3: '9109e8f401bb2bcb',
  4: '9109e8f401bb2bcb',
  5: '68d17b42ca00e897',
  // Format 6 adds surfaces, a travel mode per direction, and the bicycle and pedestrian networks.
  6: 'c0de1f2c6e1084d3',
  // Format 7 removes hierarchy columns that can be computed from others.
  7: '7532a89f1ce0df4a',
  // Format 8 adds kinds of subjects of conditions and flags of roads.
  8: '7532a89f1ce0df4a',
}

test('requires a new dataset format version when the sections change', async () => {
  const { roads } = await drawMap({}, 'A---B', { AB: { highway: 'primary' } })
  const sections = [...toRoadSections(roads)].map(([name, array]) => `${name} ${array.constructor.name}`)
  const layout = createHash('sha256').update(sections.join('\n')).digest('hex').slice(0, 16)
  expect(layout, 'the sections have changed: increment DATASET_FORMAT and add its layout here').toBe(
    layouts[DATASET_FORMAT],
  )
})
