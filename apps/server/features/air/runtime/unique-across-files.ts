import type { NamedAirFile } from './sky-handle.ts'

/**
 * Authorisations are given for ids, so no two zones or corridors may share one. Of files that use the same id the first by
 * name keeps it; in the others it begins with the file's name: `uruguay/SUR-12`.
 */
export function uniqueAcrossFiles(files: readonly NamedAirFile[]): NamedAirFile[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const unique = <Item extends { readonly id: string }>(item: Item): Item => {
      let { id } = item
      while (taken.has(id)) id = `${file.name}/${id}`
      taken.add(id)
      return id === item.id ? item : { ...item, id }
    }
    return { ...file, zones: file.zones.map(unique), corridors: file.corridors.map(unique) }
  })
}
