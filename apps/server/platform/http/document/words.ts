/** Functions that form the names of types from the names of fields. */

export function toPascal(name: string): string {
  return name.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function toSingular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}

/** Joins two names without repeating a suffix, to avoid names such as UsageUsage. */
export function joinNames(parent: string, name: string): string {
  return parent.endsWith(name) ? parent : parent + name
}
