import { type CompiledSummary, type StoredDataset, toManifestJson } from '@fairway/dataset'
import { toCount, toDuration, toSize } from './amounts.ts'
import type { CommonOptions } from './common.ts'

export function toSummaryFields({ dataset, served, pruned }: CompiledSummary): Record<string, unknown> {
  return { dataset: toDatasetFields(dataset, served), removed: pruned.map(({ id }) => id) }
}

export function describeSummary({ dataset, served, pruned }: CompiledSummary, options: CommonOptions): string {
  const { manifest, region, id, bytes, folder } = dataset
  const { wallSeconds, cpuSeconds, peakMemoryBytes, threads } = manifest.compile
  const counts = Object.entries(manifest.counts).map(([name, count]) => `${toCount(count)} ${name}`)
  return [
    `Compiled ${manifest.source.file} into region ${region}, dataset ${id}`,
    '',
    `  contents ${counts.join(', ') || 'nothing'}`,
    `  data of  ${manifest.source.timestamp ?? 'unknown date'}, ${manifest.attribution}`,
    `  took     ${toDuration(wallSeconds)} with ${threads} ${threads === 1 ? 'thread' : 'threads'} (CPU ${toDuration(cpuSeconds)}), peak memory ${toSize(peakMemoryBytes)}`,
    `  folder   ${folder} (${toSize(bytes)})`,
    ...(pruned.length > 0 ? [`  removed  ${pruned.map((one) => one.id).join(', ')}`] : []),
    '',
    ...(served.id === id ? howToServe(options) : howToChoose(region, id, served.id)),
  ].join('\n')
}

function howToServe({ dataDir, config }: CommonOptions): string[] {
  const where = [dataDir && `--data-dir ${dataDir}`, config && `--config ${config}`].filter(Boolean)
  return [
    'A server that runs on this data folder loads it within two seconds. To start one:',
    '',
    `  fairway ${['serve', ...where].join(' ')}`,
  ]
}

function howToChoose(region: string, id: string, served: string): string[] {
  return [
    `Not served yet: ${region} is pinned to ${served}. To serve the new dataset, or always the newest:`,
    '',
    `  fairway regions use ${region} ${id}`,
    `  fairway regions use ${region} newest`,
  ]
}

/** The JSON fields of a dataset: its manifest, path, size, and whether it is served. */
export function toDatasetFields(dataset: StoredDataset, served: StoredDataset | undefined): Record<string, unknown> {
  const { folder, bytes, manifest } = dataset
  return { ...toManifestJson(manifest), folder, bytes, served: dataset.id === served?.id }
}
