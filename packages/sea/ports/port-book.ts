import { distanceNm, type Position } from '../geometry/sphere.ts'

/** A port as published: its UN/LOCODE, names and position. */
export interface Port {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly alias: readonly string[]
  readonly position: Position
}

/** What a text may mean, best first. */
export interface PortMatches {
  readonly best: Port | undefined
  /** Other ports of the same name. */
  readonly others: readonly Port[]
}

/** Ports by UN/LOCODE ("NLRTM", "NL RTM") and by name ("Rotterdam", "Port of Rotterdam, Netherlands"). */
export class PortBook {
  readonly ports: readonly Port[]
  readonly #byCode: ReadonlyMap<string, Port>
  readonly #byName = new Map<string, Port[]>()

  constructor(ports: readonly Port[]) {
    this.ports = ports
    this.#byCode = new Map(ports.map((port) => [port.code, port]))
    for (const port of ports) {
      for (const name of new Set([port.name, ...port.alias].map(foldPortName))) {
        if (name !== '') this.#byName.set(name, [...(this.#byName.get(name) ?? []), port])
      }
    }
  }

  find(text: string): PortMatches {
    const code = text.replace(/\s/g, '').toUpperCase()
    const byCode = /^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? this.#byCode.get(code) : undefined
    if (byCode) return { best: byCode, others: [] }
    const [name = '', ...places] = text.split(',')
    const country = foldPortName(places[places.length - 1] ?? '')
    const named = this.#byName.get(foldPortName(name)) ?? []
    const inCountry = country === '' ? named : named.filter((port) => isIn(port, country))
    const [best, ...others] = inCountry
    return { best, others }
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
}

function isIn({ country, code }: Port, text: string): boolean {
  return foldPortName(country) === text || code.slice(0, 2).toLowerCase() === text
}

/** As names are compared: without accents, signs and the word for a port. */
export function foldPortName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(port|porto|puerto|hafen|harbour|harbor)( of| de)?\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
