import { type Channel, parseLine } from '@fairway/sea'

/**
 * Reads rivers and dredged channels to ports. Each line is one channel with an optional passage:
 * `name <tab> passage <tab> lat,lon lat,lon …`.
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
