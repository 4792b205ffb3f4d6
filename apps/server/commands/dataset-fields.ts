import { type StoredDataset, toManifestJson } from '@fairway/dataset'

/** The JSON fields of a dataset: its manifest, path, size, and whether it is served. */
export function toDatasetFields(dataset: StoredDataset, served: StoredDataset | undefined): Record<string, unknown> {
  const { folder, bytes, manifest } = dataset
  return { ...toManifestJson(manifest), folder, bytes, served: dataset.id === served?.id }
}
