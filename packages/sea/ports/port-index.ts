import { distanceNm } from '@fairway/geo'
import { AreaNames, isWithinArea } from './area-names.ts'
import { foldName, removePortWord } from './fold-name.ts'
import { LineTable } from './line-table.ts'
import { NAME_SEPARATOR, type NamedPlace, type Port, parsePlaceLine } from './named-place.ts'
import { type PortQuery, parsePortQuery, splitWithoutCommas } from './port-query.ts'
import { type Candidate, listOtherPlaces, rankPlaces } from './rank-places.ts'

/** Possible matches of a query. */
export interface PortMatches {
  readonly best: NamedPlace | undefined
  /** Other places of the same name that the query may mean. */
  readonly others: readonly NamedPlace[]
  /** Places of the same name in countries other than the given one. Set only if there is no match. */
  readonly elsewhere: readonly NamedPlace[]
}

/**
 * Text of the port index, with areas, ports, and settlements. Each line is one place, largest settlement first. Every
 * line ends with a line feed.
 */
export interface PortIndexText {
  readonly areas: string
  readonly ports: string
  readonly settlements: string
}

const noMatches: PortMatches = { best: undefined, others: [], elsewhere: [] }

/**
 * Finds ports by UN/LOCODE ("NLRTM", "NL RTM"). It also finds ports and settlements near water by name, such as
 * "Rotterdam", "Port of Hamburg", "Southampton, UK", "Victoria, BC", or "大阪".
 */
export class PortIndex {
  /** Places with a code. */
  readonly ports: readonly Port[]
  private readonly portByCode: ReadonlyMap<string, Port>
  private readonly areas: AreaNames
  private readonly places: LineTable

  constructor({ areas, ports, settlements }: PortIndexText) {
    this.areas = new AreaNames(areas)
    this.places = new LineTable(ports + settlements)
    this.ports = ports.split('\n').flatMap((line): Port[] => {
      const { code, ...place } = parsePlaceLine(line, this.areas.nameByCode)
      return code === undefined ? [] : [{ ...place, code }]
    })
    this.portByCode = new Map(this.ports.map((port) => [port.code, port]))
  }

  /** Finds places, most likely match first. Places that are not near water rank low. */
  find(text: string, hasWater: (place: NamedPlace) => boolean = () => true): PortMatches {
    const byCode = this.findByCode(text)
    if (byCode) return { ...noMatches, best: byCode }
    const query = parsePortQuery(text)
    const codedPlace = query.areas.flatMap((area) =>
      area === area.toUpperCase() ? (this.findByCode(area) ?? []) : [],
    )[0]
    if (codedPlace) return { ...noMatches, best: codedPlace }
    const firstMatches = this.findMatches(query, hasWater)
    if (firstMatches.best || firstMatches.elsewhere.length > 0) return firstMatches
    for (const splitQuery of splitWithoutCommas(query)) {
      const matches = this.findMatches(splitQuery, hasWater)
      if (matches.best) return matches
    }
    return firstMatches
  }

  findByCode(text: string): Port | undefined {
    const code = text.replace(/\s/g, '').toUpperCase()
    return /^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? this.portByCode.get(code) : undefined
  }

  /** Finds the nearest port, for requests that name a place that is not near water. */
  findNearest(
    latitude: number,
    longitude: number,
    accepts: (port: Port) => boolean = () => true,
  ): { port: Port; nm: number } | undefined {
    return this.ports
      .map((port) => ({ port, nm: distanceNm(latitude, longitude, port.position[0], port.position[1]) }))
      .sort((a, b) => a.nm - b.nm)
      .find(({ port }) => accepts(port))
  }

  private findMatches({ name, areas }: PortQuery, hasWater: (place: NamedPlace) => boolean): PortMatches {
    const foldedName = foldName(name)
    const namedPlaces = this.listByName(foldedName)
    const nameWithoutPort = removePortWord(foldedName)
    const candidates =
      namedPlaces.length > 0 || nameWithoutPort === foldedName ? namedPlaces : this.listByName(nameWithoutPort)
    const placesInArea = this.filterByAreas(candidates, areas)
    const [bestCandidate, ...otherCandidates] = rankPlaces(placesInArea, hasWater)
    if (bestCandidate)
      return { best: bestCandidate.place, others: listOtherPlaces(bestCandidate, otherCandidates), elsewhere: [] }
    return { ...noMatches, elsewhere: rankPlaces(candidates, hasWater).map(({ place }) => place) }
  }

  private listByName(foldedName: string): Candidate[] {
    if (foldedName === '') return []
    return [...this.places.findLines(`${NAME_SEPARATOR}${foldedName}${NAME_SEPARATOR}`)].map(({ line, at }) => ({
      place: parsePlaceLine(line, this.areas.nameByCode),
      isUsualName: at < line.lastIndexOf('\t'),
      isFirstName: at < line.lastIndexOf('\t') && line[at - 1] === '\t',
    }))
  }

  /**
   * Filters candidates by area. The last area must match. Earlier areas, as in "Southampton, Hampshire, UK", filter
   * only if they match, because not all areas are in the data.
   */
  private filterByAreas(candidates: readonly Candidate[], areas: readonly string[]): readonly Candidate[] {
    let remainingPorts = candidates
    for (const [index, area] of [...areas].reverse().entries()) {
      const areaCodes = this.areas.findCodes(area)
      const portsInside = remainingPorts.filter(({ place }) =>
        areaCodes.some((code) => isWithinArea(place.areaCode, code)),
      )
      if (index === 0 || portsInside.length > 0) remainingPorts = portsInside
    }
    return remainingPorts
  }
}
