import { type CompiledSummary, type StoredDataset, toManifestJson } from '@fairway/dataset'
import { formatCount, formatDuration, formatSize } from './amounts.ts'
import type { CommonOptions } from './common.ts'

export function toSummaryFields(summary: CompiledSummary): Record<string, unknown> {
  const { dataset, servedDataset, prunedDatasets, resumedStages } = summary
  return {
    dataset: toDatasetFields(dataset, servedDataset),
    removed: prunedDatasets.map(({ id }) => id),
    resumed: resumedStages,
  }
}

export function describeSummary(summary: CompiledSummary, options: CommonOptions): string {
  const { dataset, servedDataset, prunedDatasets, resumedStages } = summary
  const { manifest, region, id, bytes, folder } = dataset
  const { wallSeconds, cpuSeconds, peakMemoryBytes, threads } = manifest.compile
  const counts = Object.entries(manifest.counts).map(([name, count]) => `${formatCount(count)} ${name}`)
  return [
    `Compiled ${manifest.source.file} into region ${region}, dataset ${id}`,
    '',
    `  contents ${counts.join(', ') || 'nothing'}`,
    `  data of  ${manifest.source.timestamp ?? 'unknown date'}, ${manifest.attribution}`,
    `  took     ${formatDuration(wallSeconds)} with ${threads} ${threads === 1 ? 'thread' : 'threads'} (CPU ${formatDuration(cpuSeconds)}), peak memory ${formatSize(peakMemoryBytes)}`,
    `  folder   ${folder} (${formatSize(bytes)})`,
    ...(resumedStages.length > 0
      ? [`  resumed  after ${resumedStages.join(', ')}, which an earlier run had finished`]
      : []),
    ...(prunedDatasets.length > 0 ? [`  removed  ${prunedDatasets.map((pruned) => pruned.id).join(', ')}`] : []),
    '',
    ...(servedDataset.id === id ? describeHowToServe(options) : describeHowToChoose(region, id, servedDataset.id)),
  ].join('\n')
}

function describeHowToServe({ dataDir, config }: CommonOptions): string[] {
  const locationOptions = [dataDir && `--data-dir ${dataDir}`, config && `--config ${config}`].filter(Boolean)
  return [
    'A server that uses this data folder will load it within two seconds. To start one:',
    '',
    `  fairway ${['serve', ...locationOptions].join(' ')}`,
  ]
}

function describeHowToChoose(region: string, id: string, servedId: string): string[] {
  return [
    `Not served yet: ${region} is pinned to ${servedId}. To serve the new dataset, or always serve the newest one:`,
    '',
    `  fairway regions use ${region} ${id}`,
    `  fairway regions use ${region} newest`,
  ]
}

/** Returns the JSON fields of a dataset: its manifest, path and size, and whether it is served. */
export function toDatasetFields(
  dataset: StoredDataset,
  servedDataset: StoredDataset | undefined,
): Record<string, unknown> {
  const { folder, bytes, manifest } = dataset
  return { ...toManifestJson(manifest), folder, bytes, served: dataset.id === servedDataset?.id }
}
