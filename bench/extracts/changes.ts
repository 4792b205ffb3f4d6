import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkChangeSequence } from '@fairway/dataset/testing'
import type { Benchmark } from '../bench.ts'

/** Checks that applying change files to an extract produces the same map as compiling the changed extract. */
export const changes: Benchmark = {
  async run({ tiny, numbers, progress }) {
    const count = numbers[0] ?? (tiny ? 5 : 500)
    const folder = await mkdtemp(join(tmpdir(), 'fairway-changes-'))
    const failures: string[] = []
    try {
      for (let seed = 1; seed <= count; seed++) {
        const difference = await checkChangeSequence(seed, folder)
        if (difference !== undefined) failures.push(`seed ${seed}: ${difference}`)
        if (seed % 100 === 0) progress(`${seed} sequences`)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
    const figures = { sequences: count, different: failures.length }
    return {
      figures,
      table: Object.entries(figures).map(([name, value]) => [name, String(value)]),
      notes: failures.slice(0, 10),
    }
  },
}
