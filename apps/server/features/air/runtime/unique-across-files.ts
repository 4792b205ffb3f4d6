import type { NamedAirFile } from '../../../maps/airspace/airspace-handle.ts'

/**
 * Authorizations refer to ids, so no two zones or corridors may share one. If several files use the same id, the first
 * file by name keeps it. The others prefix it with the file name: `uruguay/SUR-12`.
 */
export function removeDuplicateIds(files: readonly NamedAirFile[]): NamedAirFile[] {
  const usedIds = new Set<string>()
  return files.map((file) => {
    const makeIdUnique = <Item extends { readonly id: string }>(item: Item): Item => {
      let { id } = item
      while (usedIds.has(id)) id = `${file.name}/${id}`
      usedIds.add(id)
      return id === item.id ? item : { ...item, id }
    }
    return { ...file, zones: file.zones.map(makeIdUnique), corridors: file.corridors.map(makeIdUnique) }
  })
}
