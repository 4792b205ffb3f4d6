export type ReplyEncoding = 'br' | 'gzip'

/** Encodings in the order of preference. Brotli takes less CPU time and makes smaller replies. */
const ENCODINGS: readonly ReplyEncoding[] = ['br', 'gzip']
const MAX_CACHED_HEADERS = 100

/** Chosen encodings by header, because parsing a header takes longer than a lookup. Clients send few different ones. */
const cachedChoices = new Map<string, ReplyEncoding | undefined>()

/** Returns the encoding that the client prefers, or undefined if it accepts none or only others. */
export function chooseEncoding(acceptEncoding: string | undefined): ReplyEncoding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined
  if (cachedChoices.has(acceptEncoding)) return cachedChoices.get(acceptEncoding)
  const choice = parseHeader(acceptEncoding)
  if (cachedChoices.size >= MAX_CACHED_HEADERS) cachedChoices.clear()
  cachedChoices.set(acceptEncoding, choice)
  return choice
}

function parseHeader(acceptEncoding: string): ReplyEncoding | undefined {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const findWeight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  // The client prefers uncompressed replies only if it says so.
  const minWeight = weights.get('identity') ?? 0
  let best: ReplyEncoding | undefined
  for (const name of ENCODINGS)
    if (
      findWeight(name) > 0 &&
      findWeight(name) >= minWeight &&
      (best === undefined || findWeight(name) > findWeight(best))
    )
      best = name
  return best
}
