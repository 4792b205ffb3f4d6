import { toManifestJson } from '@fairway/dataset/store/manifest-json.ts'
import type { StoredDataset } from '@fairway/dataset/store/region-folder.ts'

/** A dataset as commands print it for programs: its manifest, where it is, how large, and whether it is served. */
export function toDatasetFields(dataset: StoredDataset, served: StoredDataset | undefined): Record<string, unknown> {
  const { folder, bytes, manifest } = dataset
  return { ...toManifestJson(manifest), folder, bytes, served: dataset.id === served?.id }
}
