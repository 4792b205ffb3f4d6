import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCode } from '../../apps/server/features/docs/browser/code-samples.js'
import type { CodeCall } from '../../apps/server/features/docs/shell/code-call.ts'
import { parseCalls } from '../../apps/server/features/docs/shell/parse-calls.ts'
import { complaintsOf } from '../client/examples.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'

/**
 * The guides show every API call in four languages. These tests run the programs of all guides against a server that
 * records the requests, and compare them with the requests of curl.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Block {
  readonly name: string
  readonly text: string
}

/** Lists the blocks with commands of all guides that call curl. */
function listCurlBlocks(): Block[] {
  const guides = readdirSync(join(root, 'docs/guides'), { recursive: true, encoding: 'utf8' })
  return guides
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => {
      const source = readFileSync(join(root, 'docs/guides', name), 'utf8')
      const blocks = [...source.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
      return blocks
        .filter(([, language, text = '']) => language === '' && /\bcurl\b/.test(text))
        .map(([, , text = ''], index) => ({ name: `${name} ${index + 1}`, text }))
    })
}

const blocks = listCurlBlocks()
const converted = blocks.flatMap(({ name, text }) => {
  const parsed = parseCalls(text)
  return 'calls' in parsed ? [{ name, text, calls: parsed.calls }] : []
})

test('every block that consists of API calls is shown in all languages, except for these', () => {
  const others = blocks.flatMap(({ name, text }) => {
    const parsed = parseCalls(text)
    return 'reason' in parsed ? [`${name}: ${parsed.reason}`] : []
  })
  expect(others).toEqual([
    'accounts.md 3: sets CODE',
    'accounts.md 4: uses the curl option -b',
    'accounts.md 5: uses the curl option -b',
    'accounts.md 6: uses the curl option -b',
    'jobs.md 2: runs until',
    'road/upstream.md 1: calls http://localhost:5000/route/v1/driving/13.38886,52.517037;13.397634,52.529407?steps=true&geometries=polyline6&overview=full',
    'tracking/tracking-routes.md 2: sets ROUTE',
  ])
  expect(converted.length).toBeGreaterThan(55)
})

test('the programs in TypeScript pass strict type checks', async () => {
  const declaration = 'declare const process: { env: Record<string, string | undefined> }\n'
  const files = converted.map(({ calls }, index) => {
    const code = toCode('TypeScript', calls, 'http://localhost:8080')
    // Browser types do not include the file system of Node.
    const portable = code.replace("import { writeFile } from 'node:fs/promises'", 'declare const writeFile: Function')
    return [`program-${index}.ts`, `${declaration}${portable}\nexport {}\n`] as const
  })
  expect(await complaintsOf(Object.fromEntries(files))).toBe('')
})

test('the programs in Go import exactly the packages that they use', () => {
  for (const { name, calls } of converted) {
    const code = toCode('Go', calls, 'http://localhost:8080')
    const [, imports = ''] = /import \(\n(.*?)\)/s.exec(code) ?? []
    const imported = [...imports.matchAll(/"(?:\w+\/)?(\w+)"/g)].map(([, packageName]) => packageName)
    const body = code.slice(code.indexOf('func main')).replaceAll(/"(?:\\.|[^"\\])*"|`[^`]*`/g, '')
    const used = new Set([...body.matchAll(/\b(json|fmt|io|http|os|strings)\./g)].map(([, packageName]) => packageName))
    expect([name, imported.toSorted()]).toEqual([name, [...used].sort()])
    const declared = [...body.matchAll(/^\t(\w+)(?:, (?:err|_))? :=/gm)].map(([, variable]) => variable)
    expect([name, new Set(declared).size]).toEqual([name, declared.length])
  }
})

interface Recorded {
  readonly request: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['--version']).status === 0)
if (python === undefined) console.warn('\n*** SKIPPED: the programs in Python. apt-get install python3 ***\n')

describe('against a server that records requests', () => {
  let folder: TempDir
  let server: Server
  let recorded: Recorded[] = []
  let origin: string
  let expected: Recorded[]

  beforeAll(async () => {
    folder = await createTempDir()
    server = createServer(async (request, reply) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString('utf8')
      const { 'content-type': type, 'x-api-key': key, authorization } = request.headers
      const channel = request.headers['x-service-live-channel']
      const fields = request.headers['x-goog-fieldmask']
      recorded.push({
        request: `${request.method} ${request.url}`,
        headers: { type, key, authorization, channel, fields },
        body: text === '' ? '' : JSON.parse(text),
      })
      reply.setHeader('content-type', 'application/json').end('{"challenge":"ch_1","id":"so_1"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
    await writeFile(join(folder.path, '.curlrc'), `connect-to = "localhost:8080:127.0.0.1:${port}"\nfail-with-body\n`)
    const scripts = converted.map(({ text }, index) => `curl -s ${origin}/block/${index}\n(\n${text}\n)\n`)
    expected = await record('bash', ['-euo', 'pipefail', '-c', scripts.join('\n')])
  })
  afterAll(async () => {
    server?.close()
    await folder?.dispose()
  })

  async function record(program: string, args: readonly string[]): Promise<Recorded[]> {
    recorded = []
    const env = { ...process.env, HOME: folder.path, ...listVariables(converted.map(({ calls }) => calls)) }
    await new Promise<void>((resolve, reject) => {
      execFile(program, args, { cwd: folder.path, env }, (error, _stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(),
      )
    })
    return recorded
  }

  test('the programs in TypeScript send the requests of curl', async () => {
    const programs = join(folder.path, 'typescript')
    await mkdir(programs)
    for (const [index, { calls }] of converted.entries())
      await writeFile(join(programs, `${index}.mts`), toCode('TypeScript', calls, origin))
    const main = `for (let index = 0; index < ${converted.length}; index++) {
      await (await fetch('${origin}/block/' + index)).text()
      await import('${programs}/' + index + '.mts')
    }`
    expect(await record(process.execPath, ['--input-type=module', '-e', main])).toEqual(expected)
    expect(expected.length).toBeGreaterThan(2 * converted.length)
  })

  test.skipIf(python === undefined)('the programs in Python send the requests of curl', async () => {
    const programs = converted.map(({ calls }) => toCode('Python', calls, origin))
    await writeFile(join(folder.path, 'programs.json'), JSON.stringify(programs))
    const main = `import json, urllib.request
for index, program in enumerate(json.load(open("programs.json"))):
    urllib.request.urlopen("${origin}/block/" + str(index)).read()
    exec(compile(program, "block " + str(index), "exec"), {})`
    expect(await record(python ?? '', ['-c', main])).toEqual(expected)
  })
})

/** Returns a value for every variable that a program reads from the environment. */
function listVariables(programs: readonly (readonly CodeCall[])[]): Record<string, string> {
  const names = JSON.stringify(programs).matchAll(/\{\{(\w+)\}\}/g)
  return Object.fromEntries([...names].map(([, name = '']) => [name, `${name.toLowerCase()}_0`]))
}
