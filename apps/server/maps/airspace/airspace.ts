import {
  type AirspaceIndex,
  buildAirspaceIndex,
  type Corridor,
  type SphericalCap,
  type Zone,
  type ZoneVolume,
} from '@fairway/air'
import { AerodromeTable, DEFAULT_ZONES_ATTRIBUTION, readSampleCorridors } from '@fairway/dataset'
import type { AirspaceHandle, NamedAirFile, UnusableFile } from './airspace-handle.ts'
import { decodeAirFiles } from './pack-files.ts'

/** Zones and corridors near a flight, collected during planning. */
export interface AirspaceView {
  readonly sky: AirspaceIndex
  readonly zones: ReadonlyMap<string, ZoneVolume[]>
  readonly corridors: ReadonlyMap<string, Corridor>
  /** Returns the attributions of all nearby zones and corridors. */
  attributions(): string[]
}

const SAMPLE_SOURCE = 'sample'

/**
 * All zones and corridors from files, samples and aerodromes. Objects are created only for aerodromes near a flight.
 */
export class Airspace {
  readonly version: string
  readonly unusable: readonly UnusableFile[]
  /** Ids of the sample corridors in use. */
  readonly sampleIds: ReadonlySet<string>
  private readonly index: AirspaceIndex
  private readonly aerodromes: AerodromeTable | undefined
  /** Ids of default zones that files override. */
  private readonly replacedAerodromes: ReadonlySet<string>
  private readonly sources = new WeakMap<Zone | Corridor, string>()

  constructor({ aerodromes, zones, sampleCorridors: hasSamples }: AirspaceHandle) {
    const files = zones ? decodeAirFiles(zones.files) : []
    const allFiles = hasSamples ? addSampleCorridors(files) : files
    for (const file of allFiles) {
      if (file.attribution === undefined) continue
      for (const item of [...file.zones, ...file.corridors]) this.sources.set(item, file.attribution)
    }
    this.sampleIds = new Set(
      allFiles.flatMap(({ name, corridors }) => (name === SAMPLE_SOURCE ? corridors.map(({ id }) => id) : [])),
    )
    const fileZones = allFiles.flatMap((file) => file.zones)
    this.index = buildAirspaceIndex(
      fileZones,
      allFiles.flatMap((file) => file.corridors),
    )
    this.replacedAerodromes = new Set(fileZones.map(({ id }) => id))
    this.aerodromes = aerodromes?.sections && new AerodromeTable(aerodromes.sections)
    this.version = [aerodromes?.version, zones?.version].filter(Boolean).join('+') || 'none'
    this.unusable = zones?.unusable ?? []
  }

  get hasAerodromes(): boolean {
    return this.aerodromes !== undefined
  }

  /** Returns whether a file has zones in the area. Aerodromes do not count. */
  hasFileZonesNear(cap: SphericalCap): boolean {
    return this.index.zonesNear(cap).length > 0
  }

  /** Creates a view that records the zones and corridors near one flight. */
  createView(): AirspaceView {
    const zones = new Map<string, ZoneVolume[]>()
    const corridors = new Map<string, Corridor>()
    const sky: AirspaceIndex = {
      zoneCount: this.index.zoneCount + (this.aerodromes?.count ?? 0),
      corridorCount: this.index.corridorCount,
      zonesNear: (cap) => {
        const nearbyZones = this.findZonesNear(cap)
        for (const volume of nearbyZones) recordZone(zones, volume)
        return nearbyZones
      },
      corridorsNear: (cap) => {
        const nearbyCorridors = this.index.corridorsNear(cap)
        for (const corridor of nearbyCorridors) corridors.set(corridor.id, corridor)
        return nearbyCorridors
      },
    }
    const items = () => [
      ...[...zones.values()].flatMap(([first]) => (first ? [first.zone] : [])),
      ...corridors.values(),
    ]
    return { sky, zones, corridors, attributions: () => this.listAttributions(items()) }
  }

  private findZonesNear(cap: SphericalCap): ZoneVolume[] {
    const nearbyZones = this.index.zonesNear(cap)
    const defaultZones = this.aerodromes?.zonesNear(cap) ?? []
    return [...nearbyZones, ...defaultZones.filter(({ zone }) => !this.replacedAerodromes.has(zone.id))]
  }

  private listAttributions(items: readonly (Zone | Corridor)[]): string[] {
    const attributions = new Set<string>(this.aerodromes ? [DEFAULT_ZONES_ATTRIBUTION] : [])
    for (const item of items) {
      const source = this.sources.get(item)
      if (source !== undefined) attributions.add(source)
    }
    return [...attributions]
  }
}

/** Adds the sample corridors, except those whose id a file overrides. */
function addSampleCorridors(files: readonly NamedAirFile[]): NamedAirFile[] {
  const usedIds = new Set(files.flatMap(({ corridors }) => corridors.map(({ id }) => id)))
  const sampleFile = readSampleCorridors()
  return [
    ...files,
    { ...sampleFile, name: SAMPLE_SOURCE, corridors: sampleFile.corridors.filter(({ id }) => !usedIds.has(id)) },
  ]
}

/**
 * Records a volume of a zone once. A query returns each volume of a zone separately, and later queries return it again.
 */
function recordZone(zones: Map<string, ZoneVolume[]>, volume: ZoneVolume): void {
  const volumesOfZone = zones.get(volume.zone.id)
  if (!volumesOfZone) zones.set(volume.zone.id, [volume])
  else if (!volumesOfZone.some((existing) => existing.volume === volume.volume)) volumesOfZone.push(volume)
}
