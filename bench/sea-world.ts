import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readSections } from '@fairway/dataset/format/read-sections.ts'
import { writeSections } from '@fairway/dataset/format/write-sections.ts'
import { buildSea, readSeaSources, SEA_VERSION } from '@fairway/dataset/sea/build-sea.ts'
import type { CoastRings, Seam } from '@fairway/sea/build/coast-rings.ts'
import type { Sea } from '@fairway/sea/schema.ts'
import { fromSections, toSections } from '@fairway/sea/sections.ts'
import { block, drawRings, drawSea } from '@fairway/sea/testing/draw-sea.ts'
import type { BookRow } from './sea-book.ts'
import { readBook } from './sea-book.ts'

export interface SeaWorld {
  readonly sea: Sea
  readonly rows: readonly BookRow[]
  readonly coast: () => { readonly rings: CoastRings; readonly seams?: readonly Seam[] }
  readonly loadMs: number
  readonly buildSeconds: number | undefined
}

const folder = fileURLToPath(new URL('../var/bench/', import.meta.url))

/** The seas of the globe, compiled once into var/bench. */
export async function openWorld(progress: (text: string) => void): Promise<SeaWorld> {
  const file = `${folder}sea-${SEA_VERSION}.bin`
  let buildSeconds: number | undefined
  if (!existsSync(file)) {
    const started = process.cpuUsage()
    const built = buildSea(progress)
    buildSeconds = process.cpuUsage(started).user / 1e6
    await mkdir(folder, { recursive: true })
    await writeSections(file, toSections(built))
  }
  const started = performance.now()
  const sea = fromSections(await readSections(file, { shared: true }))
  return { sea, rows: readBook(), coast: readSeaSources, loadMs: performance.now() - started, buildSeconds }
}

/** A box of water with an island, for runs that only prove that everything works. */
export function tinyWorld(): SeaWorld {
  const drawn = { south: -4, west: 20, north: 4, east: 26, lands: [block(-1, 22, 1, 24)] }
  const row = (start: BookRow['start'], end: BookRow['end'], nm: number): BookRow => ({
    from: 'A',
    to: 'B',
    via: '',
    nm,
    start,
    end,
  })
  return {
    sea: drawSea(drawn),
    rows: [row([0, 21], [0, 25], 270), row([-2, 21], [2, 25], 340)],
    coast: () => ({ rings: drawRings(drawn) }),
    loadMs: 0,
    buildSeconds: undefined,
  }
}
