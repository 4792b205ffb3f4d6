import { foldArea } from './fold-name.ts'
import { LineTable } from './line-table.ts'
import { NAME_SEPARATOR } from './named-place.ts'

export interface AreaLine {
  /** Country or region code, such as `CA` or `CA.02`. */
  readonly code: string
  readonly name: string
  readonly otherNames: readonly string[]
}

export function writeAreaLine({ code, name, otherNames }: AreaLine): string {
  const names = new Set([name, ...otherNames].map(foldArea).filter((foldedName) => foldedName !== ''))
  return `${code}\t${name}\t${NAME_SEPARATOR}${[...names].join(NAME_SEPARATOR)}${NAME_SEPARATOR}`
}

/** Names of countries and regions, such as "UK", "U.S.A.", "CA" (ambiguous), "British Columbia", and "Deutschland". */
export class AreaNames {
  /** Usual name for each code. */
  readonly nameByCode: ReadonlyMap<string, string>
  private readonly lineTable: LineTable

  constructor(text: string) {
    this.lineTable = new LineTable(text)
    this.nameByCode = new Map(
      text.split('\n').map((line): [string, string] => {
        const [code = '', name = ''] = line.split('\t', 2)
        return [code, name]
      }),
    )
  }

  /** Returns the codes of all countries and regions with this name. */
  findCodes(name: string): string[] {
    const foldedName = foldArea(name)
    if (foldedName === '') return []
    return [...this.lineTable.findLines(`${NAME_SEPARATOR}${foldedName}${NAME_SEPARATOR}`)].map(({ line }) =>
      line.slice(0, line.indexOf('\t')),
    )
  }
}

/** Returns whether an area code is within another area. */
export function isWithinArea(areaCode: string, containingCode: string): boolean {
  return areaCode === containingCode || areaCode.slice(0, 2) === containingCode
}
