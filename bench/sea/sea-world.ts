import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSea, readSea, readSeaSources, SEA_VERSION, writeSea } from '@fairway/dataset'
import type { CoastRings, Sea, Seam } from '@fairway/sea'
import { makeRectangle, makeRings, makeSea } from '@fairway/sea/testing'
import type { BookRow } from './sea-book.ts'
import { readBook } from './sea-book.ts'

export interface SeaWorld {
  readonly sea: Sea
  readonly rows: readonly BookRow[]
  readonly coast: () => { readonly rings: CoastRings; readonly seams?: readonly Seam[] }
  readonly loadMs: number
  readonly fileBytes: number
  readonly buildSeconds: number | undefined
}

const folder = fileURLToPath(new URL('../../var/bench/', import.meta.url))

/** Opens the world's seas, which are compiled once into var/bench. */
export async function openWorld(progress: (text: string) => void): Promise<SeaWorld> {
  const file = `${folder}sea-${SEA_VERSION}.dat`
  let buildSeconds: number | undefined
  if (!existsSync(file)) {
    const started = process.cpuUsage()
    let reported = ''
    const built = buildSea((stage) => {
      if (stage !== reported) progress(stage)
      reported = stage
    })
    const { user, system } = process.cpuUsage(started)
    buildSeconds = (user + system) / 1e6
    await writeSea(built, file)
  }
  const started = performance.now()
  const sea = await readSea(file)
  const loadMs = performance.now() - started
  return { sea, rows: readBook(), coast: readSeaSources, loadMs, fileBytes: statSync(file).size, buildSeconds }
}

/** Returns a box of water with an island, for runs that only check that the benchmark works. */
export function tinyWorld(): SeaWorld {
  const drawn = { south: -4, west: 20, north: 4, east: 26, lands: [makeRectangle(-1, 22, 1, 24)] }
  const row = (start: BookRow['start'], end: BookRow['end'], nm: number): BookRow => ({
    from: 'A',
    to: 'B',
    via: '',
    nm,
    start,
    end,
  })
  return {
    sea: makeSea(drawn),
    rows: [row([0, 21], [0, 25], 270), row([-2, 21], [2, 25], 340)],
    coast: () => ({ rings: makeRings(drawn) }),
    loadMs: 0,
    fileBytes: 0,
    buildSeconds: undefined,
  }
}
