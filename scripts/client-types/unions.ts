/** Splits the source of a type into its union members. Bars within brackets belong to nested types. */
export function membersOf(type: string): string[] {
  const members: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < type.length; at++) {
    if ('([<{'.includes(type.charAt(at))) depth++
    else if (')]>}'.includes(type.charAt(at))) depth--
    else if (depth === 0 && type.startsWith(' | ', at)) {
      members.push(type.slice(from, at))
      from = at + 3
    }
  }
  return [...members, type.slice(from)]
}

/** Joins types into a union. Each member is listed once, with null last by convention. */
export function unionOf(types: readonly string[]): string {
  const members = [...new Set(types.flatMap(membersOf))]
  if (members.includes('unknown')) return 'unknown'
  return [...members.filter((one) => one !== 'null'), ...members.filter((one) => one === 'null')].join(' | ')
}

export function listOf(item: string): string {
  const needsBrackets = membersOf(item).length > 1 || item.includes(' & ') || item.startsWith('readonly ')
  return needsBrackets ? `readonly (${item})[]` : `readonly ${item}[]`
}
