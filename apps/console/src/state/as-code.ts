import { type ApiCall, toHeaders, toUrl } from './calls.ts'

/** Name of the session cookie, for display only. Pages cannot read the cookie. */
export const SESSION_COOKIE = 'fairway_session'

/** Returns the equivalent curl command. Inside single quotes, only the single quote itself needs escaping. */
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

const SESSION_HINT = `the value of the ${SESSION_COOKIE} cookie, which you can find in your browser's developer tools.`

interface SecretHeader {
  readonly header: string
  /** Declaration of the constant that contains the secret, with a comment. */
  readonly constant: string
  /** Expression for the header value. */
  readonly value: string
}

/**
 * Headers that contain a secret. Generated code declares a constant for each secret and leaves its value to the user.
 */
const secretHeaders: readonly SecretHeader[] = [
  {
    header: 'x-api-key',
    constant: "// Fill in your key: the console shows it under Account.\nconst API_KEY = 'YOUR_API_KEY'",
    value: 'API_KEY',
  },
  {
    header: 'cookie',
    constant: `// Fill in ${SESSION_HINT}\n// Browsers do not let scripts send this cookie, so run the code with Node.\nconst SESSION = 'YOUR_SESSION'`,
    value: `\`${SESSION_COOKIE}=\${SESSION}\``,
  },
]

/**
 * Returns the equivalent JavaScript program. `fetch` is available in every browser and in Node, so the program needs no
 * packages.
 */
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

/** Returns the code that prints the reply. A stream does not end, and a DELETE reply may have an empty body. */
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
