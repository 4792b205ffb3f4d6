const INITIALISMS: Readonly<Record<string, string>> = { Id: 'ID', Url: 'URL', Sms: 'SMS', Utc: 'UTC', Gps: 'GPS' }

/** Returns an exported name of Go, such as `DistanceKm` or `AssetID`. */
export function toGoName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const pascal = words.map((word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    return INITIALISMS[capital] ?? capital
  })
  const joined = pascal.join('')
  return /^[A-Z]/.test(joined) ? joined : `N${joined}`
}

export function toGoArgument(name: string): string {
  const exported = toGoName(name)
  if (exported === exported.toUpperCase()) return exported.toLowerCase()
  return exported.charAt(0).toLowerCase() + exported.slice(1)
}
