import { basename, join } from 'node:path'
import { isRegionName, toRegionName } from '@fairway/dataset'

/** Extract that the server can download, because its address follows from its name. */
export interface RemoteExtract {
  readonly region: string
  readonly url: string
  /** Path below the folder of extracts, the same path as on the command line. */
  readonly file: string
}

/** Base URLs of the extracts. */
export interface ExtractMirrors {
  /** Mirror of countries and states. */
  readonly mirrorUrl: string
  /** Mirror of cities. */
  readonly cityUrl: string
}

export const CITY_MIRROR_URL = 'https://download.bbbike.org/osm/bbbike'

const cityPattern = /^bbbike\/([A-Za-z]+)$/

/**
 * Returns the extract for a path on the mirror, such as `europe/monaco`, or for a city, such as `bbbike/Porto`. Other
 * sources return undefined: the server downloads only from the two mirrors.
 */
export function parseRemoteExtract(source: string, { mirrorUrl, cityUrl }: ExtractMirrors): RemoteExtract | undefined {
  const city = cityPattern.exec(source)?.[1]
  if (city !== undefined) {
    const name = `${city}.osm.pbf`
    return { region: toRegionName(name), url: `${cityUrl}/${city}/${name}`, file: join('bbbike', name) }
  }
  // Credentials would be visible in messages.
  if (!isRegionName(source) || /:\/\/[^/]*@/.test(mirrorUrl)) return undefined
  const name = `${source}-latest.osm.pbf`
  return { region: basename(source), url: `${mirrorUrl}/${name}`, file: name }
}
