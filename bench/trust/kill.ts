import { storeKinds } from '../../tests/support/servers/stores.ts'
import type { Benchmark } from '../bench.ts'
import { killDuringData } from './kill-data.ts'
import { type KillCounts, killDuringWrites } from './kill-writes.ts'

const WRITE_KILLS = 200
const DATA_KILLS = 50
const MAX_SHOWN = 20

/** Kills processes with `kill -9` at random moments and counts the lost data. */
export const kill: Benchmark = {
  async run({ tiny, numbers: [writeKills = WRITE_KILLS, dataKills = DATA_KILLS], progress }) {
    const rows: [string, KillCounts][] = []
    const createCounts = (name: string): KillCounts => {
      const counts: KillCounts = { kills: 0, acknowledged: 0, lost: 0, failedStarts: 0, notes: [] }
      rows.push([name, counts])
      return counts
    }
    const kinds = storeKinds()
    for (const kind of kinds) {
      const kills = Math.ceil((tiny ? 2 : writeKills) / kinds.length)
      await killDuringWrites(kind, kills, createCounts(`writes, ${kind}`), progress)
    }
    await killDuringData(tiny ? 1 : dataKills, createCounts('compile, regions, publish, first start'), progress)
    const sum = (key: 'kills' | 'acknowledged' | 'lost' | 'failedStarts') =>
      rows.reduce((total, [, counts]) => total + counts[key], 0)
    return {
      figures: {
        kills: sum('kills'),
        acknowledged: sum('acknowledged'),
        lost: sum('lost'),
        failedStarts: sum('failedStarts'),
      },
      table: [
        ['', 'kills', 'acknowledged', 'lost', 'failed starts'],
        ...rows.map(([name, counts]) => [
          name,
          ...[counts.kills, counts.acknowledged, counts.lost, counts.failedStarts].map(String),
        ]),
      ],
      notes: rows.flatMap(([, { notes }]) => notes).slice(0, MAX_SHOWN),
    }
  },
}
