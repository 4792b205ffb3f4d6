const SHOWN_CHARS = 100_000
const shownHeaders = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-error-code',
  'content-type',
]

/*
 * Sends a request to the service that served the page. Never throws, because a missing reply is
 * also returned as a result.
 */
export async function send(method, target, headers, body) {
  const start = performance.now()
  try {
    const response = await fetch(target, { method, headers, body, cache: 'no-store' })
    const text = await response.text()
    return {
      ok: response.ok,
      status: `${response.status} ${response.statusText}`,
      took: `${Math.round(performance.now() - start)} ms`,
      headers: shownHeaders.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : [])),
      text: pretty(text).slice(0, SHOWN_CHARS),
      cut: text.length > SHOWN_CHARS,
      json: parseJson(text),
    }
  } catch (error) {
    return { ok: false, status: 'No reply', took: error.message, headers: [], text: '', cut: false, json: undefined }
  }
}

/*
 * Formats JSON with each point on one line. JSON strings never contain line breaks, so removing
 * them changes no value.
 */
export function pretty(text) {
  try {
    const spread = JSON.stringify(JSON.parse(text), null, 2)
    return spread.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
      list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
    )
  } catch {
    return text
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
