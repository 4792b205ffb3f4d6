import type { NamedAirFile } from '../../../maps/airspace/airspace-handle.ts'

/**
 * Makes the ids of zones and corridors unique, because authorizations refer to ids. If multiple files use the same id,
 * the first file by name keeps it. The other files add their name as a prefix, such as `uruguay/SUR-12`.
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
