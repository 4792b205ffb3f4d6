import { type ApiCall, toHeaders, toUrl } from './calls.ts'

/** The session cookie header for display. Pages cannot read the cookie themselves. */
export const SESSION_COOKIE = 'fairway_session'

/** The equivalent curl command. Inside single quotes, a shell interprets only the single quote itself. */
export function toCurl(call: ApiCall): string {
  const headers = toHeaders(call)
  const commandParts = [`curl ${quoteForShell(new URL(toUrl(call), location.origin).href)}`]
  if (call.method !== 'GET' && !(call.method === 'POST' && call.body !== undefined))
    commandParts.push(`-X ${call.method}`)
  for (const [name, value] of Object.entries(headers)) commandParts.push(`-H ${quoteForShell(`${name}: ${value}`)}`)
  if (call.body !== undefined) commandParts.push(`-d ${quoteForShell(JSON.stringify(call.body))}`)
  const hint = headers.cookie === undefined ? '' : `# Replace YOUR_SESSION with ${SESSION_HINT}\n`
  return hint + commandParts.join(' \\\n  ')
}

const SESSION_HINT = `the value of the ${SESSION_COOKIE} cookie, from the developer tools of your browser.`

interface SecretHeader {
  readonly header: string
  /** The declaration of the constant that holds the secret, with a comment. */
  readonly constant: string
  /** The expression used in the header. */
  readonly value: string
}

/**
 * Secrets must not be in files that others read. The generated program declares a constant for each secret, and the
 * user fills it in.
 */
const secretHeaders: readonly SecretHeader[] = [
  {
    header: 'x-api-key',
    constant: "// Fill in your key: the console shows it under Account.\nconst API_KEY = 'YOUR_API_KEY'",
    value: 'API_KEY',
  },
  {
    header: 'cookie',
    constant: `// Fill in ${SESSION_HINT}\n// Browsers do not let scripts send it, so run this with Node.\nconst SESSION = 'YOUR_SESSION'`,
    value: `\`${SESSION_COOKIE}=\${SESSION}\``,
  },
]

/** The same call as a program. `fetch` is available in every browser and in Node, so nothing has to be installed. */
export function toJavaScript(call: ApiCall): string {
  const headers = Object.entries(toHeaders(call))
  const usedSecrets = secretHeaders.filter(({ header }) => headers.some(([name]) => name === header))
  const lines = headers.map(
    ([name, value]) => `    ${toStringLiteral(name)}: ${findSecretHeader(name)?.value ?? toStringLiteral(value)},`,
  )
  return [
    ...usedSecrets.map(({ constant }) => `${constant}\n`),
    `const reply = await fetch(${toStringLiteral(new URL(toUrl(call), location.origin).href)}, {`,
    ...(call.method === 'GET' ? [] : [`  method: ${toStringLiteral(call.method)},`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${indentJson(call.body)}),`]),
    '})',
    ...toPrintLines(call),
  ].join('\n')
}

function findSecretHeader(header: string): SecretHeader | undefined {
  return secretHeaders.find((secret) => secret.header === header)
}

/** A stream does not end, and a delete may return an empty body. */
function toPrintLines({ method, path }: ApiCall): string[] {
  if (path.endsWith('/stream'))
    return ['for await (const text of reply.body.pipeThrough(new TextDecoderStream())) console.log(text)']
  return [method === 'DELETE' ? 'console.log(reply.status, await reply.text())' : 'console.log(await reply.json())']
}

function toStringLiteral(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

function indentJson(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}
