import type { AirFile } from '../model.ts'

/**
 * Authorizations refer to ids, so a duplicate id gets a number. No warning is needed for ids generated from names,
 * which begin with `stem`.
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
