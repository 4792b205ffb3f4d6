import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { seededRandom } from '@fairway/geo'
import { compileRoads } from '../compile.ts'
import type { OsmBlock } from '../osm/block.ts'
import { mergeExtracts } from '../osm/merge/merge-extracts.ts'
import { writePbf } from '../osm/pbf/write-pbf.ts'
import { readExtract } from '../osm/read-extract.ts'
import { collect, toElements } from '../osm/testing/elements.ts'
import { ChangingMap } from '../osm/testing/random-changes.ts'
import { toBlock } from '../osm/testing/random-elements.ts'
import { toRoadSections } from '../roads/sections.ts'
import { compileBlock } from './compile-block.ts'
import { parseDrawing } from './drawing.ts'
import { buildOsmBlock } from './osm-writer.ts'

const street = { highway: 'residential' }

function drawBase(): OsmBlock {
  const drawing = `
      A---B---C---D
      |   |   |   |
      E---F---G---H
      |   |   |   |
      I---J---K---L
  `
  const points = parseDrawing(drawing, 200, [41, -8])
  const ways = { ABCD: street, EFGH: street, IJKL: street, AEI: street, BFJ: street, CGK: street, DHL: street }
  return buildOsmBlock({ points, nodes: {}, ways, relations: [], missing: '' })
}

/**
 * Applies a random sequence of change files to a drawn map, some one by one and some together. Compares the result with
 * the changed map written from scratch. Returns undefined if the elements and the compiled sections are equal,
 * otherwise the difference.
 */
export async function checkChangeSequence(seed: number, folder: string): Promise<string | undefined> {
  const random = seededRandom(seed)
  const base = drawBase()
  const map = new ChangingMap(base, random)
  let extract = join(folder, `${seed}-0.osm.pbf`)
  await writePbf(extract, only(toBlock(toElements([base]), (kind, id) => map.versionOf(kind, id))), undefined)
  const files = [extract]
  try {
    for (let step = 1; step <= 3; step++) {
      const changes: string[] = []
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
        const isCompressed = random() < 0.5
        const file = join(folder, `${seed}-${step}-${count}.osc${isCompressed ? '.gz' : ''}`)
        const content = map.change()
        await writeFile(file, isCompressed ? gzipSync(content) : content)
        changes.push(file)
      }
      const changed = join(folder, `${seed}-${step}.osm.pbf`)
      await mergeExtracts(changed, { extracts: [extract], changes, threads: 1, onFraction() {} })
      files.push(changed, ...changes)
      extract = changed
    }
    return await compareWithScratch(extract, map)
  } finally {
    for (const file of files) await rm(file, { force: true })
  }
}

async function compareWithScratch(extract: string, map: ChangingMap): Promise<string | undefined> {
  const elements = toElements(await collect(readExtract(extract, { threads: 1 })))
  const expected = map.toElements()
  if (JSON.stringify(elements) !== JSON.stringify(expected)) return 'the elements differ'
  const scratch = await compileBlock(toBlock(expected))
  // Random changes may close or delete every road, and the compiler rejects maps without roads.
  if (scratch.network.arcs.count === 0) return undefined
  const actualSections = new Map(toRoadSections(await compileRoads({ extract, threads: 1, onProgress() {} })))
  for (const [name, array] of toRoadSections(scratch)) {
    if (JSON.stringify(actualSections.get(name)) !== JSON.stringify(array)) return `the section ${name} differs`
  }
  return undefined
}

async function* only(block: OsmBlock): AsyncGenerator<OsmBlock> {
  yield block
}
