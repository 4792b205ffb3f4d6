import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Port, PortBook } from '@fairway/sea/ports/port-book.ts'

/** What is used of the package `sea-ports`, by UN/LOCODE. */
interface SeaPort {
  readonly name: string
  readonly country?: string
  readonly alias: readonly string[]
  /** Longitude first. */
  readonly coordinates?: readonly [number, number]
}

/** The ports of the world that have a position. */
export function readPorts(): PortBook {
  const require = createRequire(import.meta.url)
  const table = JSON.parse(readFileSync(require.resolve('sea-ports/lib/ports.json'), 'utf8')) as Record<string, SeaPort>
  const ports = Object.entries(table).flatMap(([code, { name, country = '', alias, coordinates }]): Port[] => {
    if (!coordinates) return []
    const [longitude, latitude] = coordinates
    return [{ code, name, country, alias, position: [latitude, longitude] }]
  })
  return new PortBook(ports)
}
