import type { Channel } from '@fairway/sea/passages/channels.ts'
import { parseLine } from '@fairway/sea/passages/passage.ts'

/**
 * Reads rivers and dredged channels to ports, one per line: `name <tab> passage or nothing <tab> lat,lon lat,lon …`.
 */
export function readRivers(table: string): Channel[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', passage = '', points = ''] = line.split('\t')
      return { name, kind: 'river', ...(passage !== '' && { passage }), line: parseLine(points) }
    })
}
