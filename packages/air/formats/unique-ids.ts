import type { AirFile } from '../model.ts'

/**
 * Makes IDs unique by adding a number to duplicates, because authorizations refer to IDs. IDs that were generated from
 * names begin with `stem` and cause no warning.
 */
export function makeIdsUnique(file: AirFile, stem: string): AirFile {
  const usedIds = new Set<string>()
  const nextNumber = new Map<string, number>()
  const renamedIds: string[] = []
  const withUniqueId = <Item extends { readonly id: string }>(item: Item): Item => {
    let id = item.id
    for (let number = nextNumber.get(item.id) ?? 2; usedIds.has(id); number++) {
      id = `${item.id}~${number}`
      nextNumber.set(item.id, number + 1)
    }
    usedIds.add(id)
    if (id === item.id) return item
    if (!id.startsWith(`${stem}:`)) renamedIds.push(id)
    return { ...item, id }
  }
  const zones = file.zones.map(withUniqueId)
  const corridors = file.corridors.map(withUniqueId)
  if (renamedIds.length === 0) return { ...file, zones, corridors }
  const idList = renamedIds.slice(0, 10).join(', ')
  const suffix = renamedIds.length > 10 ? ` and ${renamedIds.length - 10} more` : ''
  const warning = `ids must be unique; duplicates were numbered: ${idList}${suffix}`
  return { ...file, zones, corridors, warnings: [...(file.warnings ?? []), warning] }
}
