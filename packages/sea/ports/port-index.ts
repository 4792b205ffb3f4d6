import { distanceNm } from '../geometry/sphere.ts'
import { AreaNames, isWithin } from './area-names.ts'
import { foldName, withoutPortWord } from './fold-name.ts'
import { LineTable } from './line-table.ts'
import { BAR, type NamedPlace, type Port, readPlaceLine } from './named-place.ts'
import { type PortQuery, parsePortQuery, splitWithoutCommas } from './port-query.ts'
import { type Candidate, rankPlaces, worthTelling } from './rank-places.ts'

/** What a text may mean. */
export interface PortMatches {
  readonly best: NamedPlace | undefined
  /** Others of the same name that may have been meant. */
  readonly others: readonly NamedPlace[]
  /** When there is none: places of that name that lie in other countries than the one that was named. */
  readonly elsewhere: readonly NamedPlace[]
}

/** The lines of the book: areas, ports and settlements, each with a line feed at its end, the largest settlement first. */
export interface PortBookText {
  readonly areas: string
  readonly ports: string
  readonly settlements: string
}

const nobody: PortMatches = { best: undefined, others: [], elsewhere: [] }

/**
 * Ports by UN/LOCODE ("NLRTM", "NL RTM"), and ports and settlements near water by name: "Rotterdam", "Port of Hamburg",
 * "Southampton, UK", "Victoria, BC", "大阪".
 */
export class PortBook {
  /** Those that have a code. */
  readonly ports: readonly Port[]
  readonly #byCode: ReadonlyMap<string, Port>
  readonly #areas: AreaNames
  readonly #places: LineTable

  constructor({ areas, ports, settlements }: PortBookText) {
    this.#areas = new AreaNames(areas)
    this.#places = new LineTable(ports + settlements)
    this.ports = ports.split('\n').flatMap((line): Port[] => {
      const { code, ...place } = readPlaceLine(line, this.#areas.byCode)
      return code === undefined ? [] : [{ ...place, code }]
    })
    this.#byCode = new Map(this.ports.map((port) => [port.code, port]))
  }

  /** The likeliest first; places without water seldom are. */
  find(text: string, hasWater: (place: NamedPlace) => boolean = () => true): PortMatches {
    const byCode = this.findCode(text)
    if (byCode) return { ...nobody, best: byCode }
    const query = parsePortQuery(text)
    const named = query.areas.flatMap((area) => (area === area.toUpperCase() ? (this.findCode(area) ?? []) : []))[0]
    if (named) return { ...nobody, best: named }
    const found = this.#findQuery(query, hasWater)
    if (found.best || found.elsewhere.length > 0) return found
    for (const split of splitWithoutCommas(query)) {
      const matches = this.#findQuery(split, hasWater)
      if (matches.best) return matches
    }
    return found
  }

  findCode(text: string): Port | undefined {
    const code = text.replace(/\s/g, '').toUpperCase()
    return /^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? this.#byCode.get(code) : undefined
  }

  /** The nearest port, for those who asked for a place without water. */
  nearest(
    latitude: number,
    longitude: number,
    accepts: (port: Port) => boolean = () => true,
  ): { port: Port; nm: number } | undefined {
    return this.ports
      .map((port) => ({ port, nm: distanceNm(latitude, longitude, port.position[0], port.position[1]) }))
      .sort((a, b) => a.nm - b.nm)
      .find(({ port }) => accepts(port))
  }

  #findQuery({ name, areas }: PortQuery, hasWater: (place: NamedPlace) => boolean): PortMatches {
    const folded = foldName(name)
    const all = this.#listCalled(folded)
    const shorter = withoutPortWord(folded)
    const candidates = all.length > 0 || shorter === folded ? all : this.#listCalled(shorter)
    const inside = this.#keepInside(candidates, areas)
    const [best, ...others] = rankPlaces(inside, hasWater)
    if (best) return { best: best.place, others: worthTelling(best, others), elsewhere: [] }
    return { ...nobody, elsewhere: rankPlaces(candidates, hasWater).map(({ place }) => place) }
  }

  #listCalled(folded: string): Candidate[] {
    if (folded === '') return []
    return [...this.#places.linesWith(`${BAR}${folded}${BAR}`)].map(({ line, at }) => ({
      place: readPlaceLine(line, this.#areas.byCode),
      isUsualName: at < line.lastIndexOf('\t'),
      isFirstName: at < line.lastIndexOf('\t') && line[at - 1] === '\t',
    }))
  }

  /** The last area must fit; those before it ("Southampton, Hampshire, UK") choose where they can, as not all are known. */
  #keepInside(candidates: readonly Candidate[], areas: readonly string[]): readonly Candidate[] {
    let kept = candidates
    for (const [at, area] of [...areas].reverse().entries()) {
      const wanted = this.#areas.codesOf(area)
      const inside = kept.filter(({ place }) => wanted.some((code) => isWithin(place.areaCode, code)))
      if (at === 0 || inside.length > 0) kept = inside
    }
    return kept
  }
}
