import { type Cap, type Corridor, makeSky, type Sky, type Zone, type ZoneVolume } from '@fairway/air'
import { AerodromeTable, DEFAULT_ZONES_ATTRIBUTION, sampleCorridors } from '@fairway/dataset'
import { unpackFiles } from './pack-files.ts'
import type { NamedAirFile, SkyHandle, UnusableFile } from './sky-handle.ts'

/** The zones and corridors near a flight, collected during planning. */
export interface Surroundings {
  readonly sky: Sky
  readonly zones: ReadonlyMap<string, ZoneVolume[]>
  readonly corridors: ReadonlyMap<string, Corridor>
  /** Attributions of everything nearby. */
  attributions(): string[]
}

const SAMPLE = 'sample'

/** All zones and corridors: those of files, the samples and the aerodromes. Only nearby aerodromes become objects. */
export class OpenSky {
  /** Identifies the data. */
  readonly version: string
  readonly unusable: readonly UnusableFile[]
  private readonly sky: Sky
  private readonly aerodromes: AerodromeTable | undefined
  /** Ids of default zones that files override. */
  private readonly replaced: ReadonlySet<string>
  private readonly sources = new WeakMap<Zone | Corridor, string>()

  constructor({ aerodromes, zones, sampleCorridors: hasSamples }: SkyHandle) {
    const files = zones ? unpackFiles(zones.files) : []
    const all = hasSamples ? withSamples(files) : files
    for (const file of all) {
      if (file.attribution === undefined) continue
      for (const item of [...file.zones, ...file.corridors]) this.sources.set(item, file.attribution)
    }
    const fileZones = all.flatMap((file) => file.zones)
    this.sky = makeSky(
      fileZones,
      all.flatMap((file) => file.corridors),
    )
    this.replaced = new Set(fileZones.map(({ id }) => id))
    this.aerodromes = aerodromes?.sections && new AerodromeTable(aerodromes.sections)
    this.version = [aerodromes?.version, zones?.version].filter(Boolean).join('+') || 'none'
    this.unusable = zones?.unusable ?? []
  }

  /** For one flight: records the zones and corridors near it. */
  lookAround(): Surroundings {
    const zones = new Map<string, ZoneVolume[]>()
    const corridors = new Map<string, Corridor>()
    const sky: Sky = {
      zoneCount: this.sky.zoneCount + (this.aerodromes?.count ?? 0),
      corridorCount: this.sky.corridorCount,
      zonesNear: (place) => {
        const near = this.zonesNear(place)
        for (const volume of near) note(zones, volume)
        return near
      },
      corridorsNear: (place) => {
        const near = this.sky.corridorsNear(place)
        for (const corridor of near) corridors.set(corridor.id, corridor)
        return near
      },
    }
    const items = () => [
      ...[...zones.values()].flatMap(([first]) => (first ? [first.zone] : [])),
      ...corridors.values(),
    ]
    return { sky, zones, corridors, attributions: () => this.attributionsOf(items()) }
  }

  private zonesNear(place: Cap): ZoneVolume[] {
    const near = this.sky.zonesNear(place)
    const defaults = this.aerodromes?.zonesNear(place) ?? []
    return [...near, ...defaults.filter(({ zone }) => !this.replaced.has(zone.id))]
  }

  private attributionsOf(items: readonly (Zone | Corridor)[]): string[] {
    const found = new Set<string>(this.aerodromes ? [DEFAULT_ZONES_ATTRIBUTION] : [])
    for (const item of items) {
      const source = this.sources.get(item)
      if (source !== undefined) found.add(source)
    }
    return [...found]
  }
}

/** Corridors of files override samples with the same id. */
function withSamples(files: readonly NamedAirFile[]): NamedAirFile[] {
  const taken = new Set(files.flatMap(({ corridors }) => corridors.map(({ id }) => id)))
  const sample = sampleCorridors()
  return [...files, { ...sample, name: SAMPLE, corridors: sample.corridors.filter(({ id }) => !taken.has(id)) }]
}

/** A zone with several volumes yields them one by one, and again in every query. */
function note(zones: Map<string, ZoneVolume[]>, volume: ZoneVolume): void {
  const known = zones.get(volume.zone.id)
  if (!known) zones.set(volume.zone.id, [volume])
  else if (!known.some((one) => one.volume === volume.volume)) known.push(volume)
}
