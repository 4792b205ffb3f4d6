/**
 * Caches the parts of the map that the user has seen, so that the last viewed area is shown while the service is
 * unavailable. Replies of the API are not cached, because they belong to a request and a key.
 */

const MAP_CACHE = 'map'
/** Maximum number of cached tiles. A tile has about 20 KB, so the cache stays below 50 MB. */
const MAX_TILES = 2_000
/** Number of new tiles after which the cache is trimmed, because listing its entries is slow. */
const TRIM_INTERVAL = 50
/**
 * Header of replies from the cache. `state/calls.ts` uses the same name, because the service worker cannot share modules
 * with the page.
 */
const CACHED_HEADER = 'x-from-cache'
/** Cached files are uncompressed, so the Accept-Encoding header of the request does not matter. */
const matchOptions = { ignoreVary: true }

export type MapFile = 'tile' | 'document'

/**
 * Returns the kind of a map file. A tile URL contains the version of the map, so a cached tile never changes. Traffic
 * tiles are outdated within seconds and are not cached.
 */
export function findMapFile({ pathname, searchParams }: URL): MapFile | undefined {
  if (/^\/tiles\/\d+\/\d+\/\d+\.mvt$/.test(pathname)) return searchParams.get('v') ? 'tile' : undefined
  const isDocument = pathname === '/tiles/map.json' || /^\/(styles|sprites|fonts)\//.test(pathname)
  return isDocument ? 'document' : undefined
}

export function fetchMapFile(request: Request, kind: MapFile): Promise<Response> {
  return kind === 'tile' ? fetchTile(request) : fetchDocument(request)
}

async function fetchTile(request: Request): Promise<Response> {
  const cache = await caches.open(MAP_CACHE)
  const cachedTile = await cache.match(request, matchOptions)
  if (cachedTile !== undefined) return cachedTile
  const reply = await fetch(request)
  if (isCacheable(reply)) {
    await cache.put(request, reply.clone())
    await trimRegularly(cache)
  }
  return reply
}

/** Requests a document from the service first, because its content changes when a map is added. */
async function fetchDocument(request: Request): Promise<Response> {
  const cache = await caches.open(MAP_CACHE)
  const reply = await fetch(request).catch(() => undefined)
  if (reply !== undefined && isCacheable(reply)) await cache.put(request, reply.clone())
  // When the service is down, its proxy returns a 5xx error.
  if (reply !== undefined && reply.status < 500) return reply
  const cachedReply = await cache.match(request, matchOptions)
  return cachedReply === undefined ? (reply ?? Response.error()) : markAsCached(cachedReply)
}

/** Marks a reply, so that the page knows that the service did not reply. */
function markAsCached(reply: Response): Response {
  const headers = new Headers(reply.headers)
  headers.set(CACHED_HEADER, '1')
  return new Response(reply.body, { status: reply.status, headers })
}

/** An empty tile has the status 204. A cache rejects partial replies. */
function isCacheable({ status }: Response): boolean {
  return status === 200 || status === 204
}

let tilesSinceTrim = 0

async function trimRegularly(cache: Cache): Promise<void> {
  tilesSinceTrim += 1
  if (tilesSinceTrim < TRIM_INTERVAL) return
  tilesSinceTrim = 0
  await trimCache(cache)
}

/** Deletes the tiles that were cached first. A cache lists its entries in the order in which they were added. */
export async function trimCache(cache: Pick<Cache, 'keys' | 'delete'>, maxTiles = MAX_TILES): Promise<void> {
  const tiles = (await cache.keys()).filter(({ url }) => findMapFile(new URL(url)) === 'tile')
  await Promise.all(tiles.slice(0, Math.max(0, tiles.length - maxTiles)).map((tile) => cache.delete(tile)))
}

/** Caches files that the page loaded before the service worker controlled it. The browser still has them. */
export async function addMapFiles(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const kind = findMapFile(new URL(url))
    if (kind !== undefined) await fetchMapFile(new Request(url), kind).catch(() => undefined)
  }
}
