import { type Call, headersOf, urlOf } from './calls.ts'

/** The session cookie header for display. Pages cannot read the cookie themselves. */
export const SESSION_COOKIE = 'fairway_session'

/** The equivalent curl command. Inside single quotes, a shell interprets only the single quote itself. */
export function asCurl(call: Call): string {
  const headers = headersOf(call)
  const parts = [`curl ${quoted(new URL(urlOf(call), location.origin).href)}`]
  if (call.method !== 'GET' && !(call.method === 'POST' && call.body !== undefined)) parts.push(`-X ${call.method}`)
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (call.body !== undefined) parts.push(`-d ${quoted(JSON.stringify(call.body))}`)
  const hint = headers.cookie === undefined ? '' : `# Replace YOUR_SESSION with ${WHERE_SESSION}\n`
  return hint + parts.join(' \\\n  ')
}

const WHERE_SESSION = `the value of the ${SESSION_COOKIE} cookie, from the developer tools of your browser.`

interface Secret {
  readonly header: string
  /** The declaration of the constant that holds it, with a comment. */
  readonly constant: string
  /** The expression used in the header. */
  readonly value: string
}

/** Secrets must not be in files that others read. The program names them, and the user fills them in. */
const secrets: readonly Secret[] = [
  {
    header: 'x-api-key',
    constant: "// Fill in your key: the console shows it under Account.\nconst API_KEY = 'YOUR_API_KEY'",
    value: 'API_KEY',
  },
  {
    header: 'cookie',
    constant: `// Fill in ${WHERE_SESSION}\n// Browsers do not let scripts send it, so run this with Node.\nconst SESSION = 'YOUR_SESSION'`,
    value: `\`${SESSION_COOKIE}=\${SESSION}\``,
  },
]

/** The same call as a program. `fetch` is available in every browser and in Node, so nothing has to be installed. */
export function asProgram(call: Call): string {
  const headers = Object.entries(headersOf(call))
  const used = secrets.filter(({ header }) => headers.some(([name]) => name === header))
  const lines = headers.map(([name, value]) => `    ${text(name)}: ${secretOf(name)?.value ?? text(value)},`)
  return [
    ...used.map(({ constant }) => `${constant}\n`),
    `const reply = await fetch(${text(new URL(urlOf(call), location.origin).href)}, {`,
    ...(call.method === 'GET' ? [] : [`  method: ${text(call.method)},`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${indented(call.body)}),`]),
    '})',
    ...printed(call),
  ].join('\n')
}

function secretOf(header: string): Secret | undefined {
  return secrets.find((secret) => secret.header === header)
}

/** A stream does not end, and a delete may return an empty body. */
function printed({ method, path }: Call): string[] {
  if (path.endsWith('/stream'))
    return ['for await (const text of reply.body.pipeThrough(new TextDecoderStream())) console.log(text)']
  return [method === 'DELETE' ? 'console.log(reply.status, await reply.text())' : 'console.log(await reply.json())']
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

function indented(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}
