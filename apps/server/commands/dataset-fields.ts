import { type StoredDataset, toManifestJson } from '@fairway/dataset'

/** A dataset as commands print it for programs: its manifest, where it is, how large, and whether it is served. */
export function toDatasetFields(dataset: StoredDataset, served: StoredDataset | undefined): Record<string, unknown> {
  const { folder, bytes, manifest } = dataset
  return { ...toManifestJson(manifest), folder, bytes, served: dataset.id === served?.id }
}
