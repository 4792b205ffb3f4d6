import { writeAreaLine } from '../ports/area-names.ts'
import { foldName } from '../ports/fold-name.ts'
import { formatPlaceLine } from '../ports/named-place.ts'
import { PortIndex } from '../ports/port-index.ts'

export interface TestPlace {
  readonly code?: string
  readonly name: string
  readonly area?: string
  readonly people?: number
  readonly also?: readonly string[]
  readonly at?: readonly [number, number]
}

const areas: [code: string, name: string, ...others: string[]][] = [
  ['GB', 'United Kingdom', 'UK', 'GB', 'Großbritannien'],
  ['GB.ENG', 'England'],
  ['US', 'United States', 'USA', 'US'],
  ['US.CA', 'California', 'CA'],
  ['CA', 'Canada', 'CA'],
  ['CA.02', 'British Columbia', 'BC'],
  ['NL', 'Netherlands', 'NL'],
  ['FJ', 'Fiji'],
]

/** Makes a small port index. Every place gets a different position unless it specifies one. */
export function makePortIndex(places: readonly TestPlace[]): PortIndex {
  const write = ({ code = '', name, area = 'NL', people = 0, also = [], at }: TestPlace, row: number) => {
    const names = [foldName(name)]
    const otherNames = also.map(foldName)
    const line = {
      code,
      position: at ?? ([row, 2] as const),
      areaCode: area,
      population: people,
      name,
      names,
      otherNames,
    }
    return `${formatPlaceLine(line)}\n`
  }
  const lines = places.map(write)
  return new PortIndex({
    areas: areas.map(([code, name, ...otherNames]) => `${writeAreaLine({ code, name, otherNames })}\n`).join(''),
    ports: lines.filter((line) => !line.startsWith('\t')).join(''),
    settlements: lines.filter((line) => line.startsWith('\t')).join(''),
  })
}
