import { type Call, headersOf, urlOf } from './calls.ts'

/** What a user would type to make the same call. Single quotes are the only sign that a shell reads inside of them. */
export function asCurl(call: Call): string {
  const parts = [`curl ${quoted(new URL(urlOf(call), location.origin).href)}`]
  if (call.method !== 'GET' && !(call.method === 'POST' && call.body !== undefined)) parts.push(`-X ${call.method}`)
  for (const [name, value] of Object.entries(headersOf(call))) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (call.body !== undefined) parts.push(`-d ${quoted(JSON.stringify(call.body))}`)
  return parts.join(' \\\n  ')
}

const methods: Readonly<Record<string, string>> = {
  'POST /v1/route': 'route',
  'POST /v1/drone/route': 'droneRoute',
  'POST /v1/maritime/route': 'maritimeRoute',
  'POST /v1/av/route': 'avRoute',
  'POST /v1/reroute': 'reroute',
  'POST /v1/matrix': 'matrix',
  'POST /v1/optimize': 'optimize',
  'GET /v1/geocode': 'geocode',
  'GET /v1/reverse': 'reverse',
  'GET /v1/nearby': 'nearby',
}

/** The same call in TypeScript: with the client package where it has the operation, with `fetch` otherwise. */
export function asTypeScript(call: Call): string {
  const method = methods[`${call.method} ${call.path}`]
  const key = headersOf(call)['x-api-key']
  if (method === undefined) return asFetch(call)
  const options = [`baseUrl: '${location.origin}'`, ...(key === undefined ? [] : [`apiKey: '${key}'`])].join(', ')
  return [
    "import { createClient } from '@fairway/client'",
    '',
    `const fairway = createClient({ ${options} })`,
    `const answer = await fairway.${method}(${JSON.stringify(call.body ?? given(call), null, 2)})`,
    'console.log(answer)',
  ].join('\n')
}

function given(call: Call): Record<string, unknown> {
  return Object.fromEntries(Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined))
}

function asFetch(call: Call): string {
  const options = {
    method: call.method,
    headers: headersOf(call),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  }
  return `const reply = await fetch('${new URL(urlOf(call), location.origin).href}', ${JSON.stringify(options, null, 2)})\nconsole.log(await reply.json())`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
