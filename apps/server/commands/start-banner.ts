export interface BannerFields {
  readonly version: string
  readonly url: string
  /** Names of the served maps. */
  readonly regions: readonly string[]
  /** Data that is built in the background, such as “the sea map”. */
  readonly pending: readonly string[]
}

/** Two positions on each embedded map, for an example request that works. */
const exampleRoutes: Readonly<Record<string, string>> = {
  monaco: '{"from":[43.7301,7.4256],"to":[43.7401,7.4285]}',
  montevideo: '{"from":[-34.9059,-56.1913],"to":[-34.8836,-56.0819]}',
}

/** Returns four lines: the URL of the service, a first request, the data that is not ready, and the documentation. */
export function formatBanner({ version, url, regions, pending }: BannerFields): string {
  return [
    '',
    `  Fairway ${version}  ${url}`,
    `  First call     ${toFirstCall(url, regions)}`,
    `  Being built    ${describePending(regions, pending)}`,
    `  Docs           ${url}/docs`,
    '',
    '',
  ].join('\n')
}

function toFirstCall(url: string, regions: readonly string[]): string {
  const body = regions.map((region) => exampleRoutes[region]).find((route) => route !== undefined)
  if (body !== undefined) return `curl -s ${url}/v1/route -H 'content-type: application/json' -d '${body}'`
  return regions.length === 0 ? 'npx fairway regions add europe/monaco' : `curl -s '${url}/v1/geocode?q=airport'`
}

function describePending(regions: readonly string[], pendingRegions: readonly string[]): string {
  const maps = regions.length === 0 ? 'no map is loaded yet' : `${regions.join(', ')} can be used`
  return pendingRegions.length === 0 ? `nothing: ${maps}` : `${pendingRegions.join(', ')}; ${maps}`
}
