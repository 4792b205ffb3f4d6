import { DatasetStore, listMissingPackages, type RegionDatasets } from '@fairway/dataset'
import { type Finding, pass, warn } from './finding.ts'

export interface DataFindings {
  readonly findings: readonly Finding[]
  /** Total size of the served datasets, in bytes. */
  readonly datasetBytes: number
}

export async function checkData(dataDir: string, embeddedRegion: boolean): Promise<DataFindings> {
  const regions = await new DatasetStore(dataDir).listRegions()
  const datasetBytes = regions.reduce((sum, { datasets }) => sum + (datasets[0]?.bytes ?? 0), 0)
  return { findings: [judgeRegions(regions, embeddedRegion), judgePackages(listMissingPackages())], datasetBytes }
}

export function judgeRegions(regions: readonly RegionDatasets[], embeddedRegion: boolean): Finding {
  const unusableDatasets = regions.flatMap((region) => region.unusable)
  if (unusableDatasets.length > 0) {
    const names = unusableDatasets.map(({ region, id, why }) => `${region} ${id}: ${why}`).join('; ')
    return warn(
      'maps',
      `${unusableDatasets.length} ${unusableDatasets.length === 1 ? 'dataset' : 'datasets'} cannot be served: ${names}`,
      'add the region again: fairway regions add <region>',
    )
  }
  if (regions.length > 0) return pass('maps', regions.map(({ region }) => region).join(', '))
  if (embeddedRegion) return pass('maps', 'none yet; the first start compiles the built-in map')
  return warn(
    'maps',
    'none, and FAIRWAY_EMBEDDED_REGION is false',
    'add a map, for example: fairway regions add europe/monaco',
  )
}

export function judgePackages(missingPackages: readonly string[]): Finding {
  if (missingPackages.length === 0)
    return pass('worldwide data', 'places, coastlines, ports and aerodromes are installed')
  return warn(
    'worldwide data',
    `missing: ${missingPackages.join(', ')}; geocoding, ship routes or drone routes lack the data they need`,
    `install them next to Fairway: npm install ${missingPackages.join(' ')}`,
  )
}
