import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatasetStore } from '@fairway/dataset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedMapsDir } from '../../apps/server/maps/regions/embedded-maps.ts'
import { complaintsOf, programOf, run } from '../client/examples.ts'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'

/**
 * Runs the commands of the guides exactly as a reader pastes them: each guide in a new shell and an empty folder, with
 * its blocks in order, against a service with both embedded maps. A block without a language is a command.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = join(root, 'apps/server/bin/fairway.js')

/** Commands that a test cannot run. */
const skipped: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\bfairway serve\b|\bnpm start\b/, 'starts a server'],
  [/^(git|go|pip|npm) /m, 'needs packages from the network, or a clone'],
  [/regions (add|update) |fairway compile /, 'downloads an extract'],
  [/\bjar\b|CHALLENGE/, 'needs the code from an email'],
  [/\bfairway mcp\b/, 'serves until its input ends'],
  [/localhost:5000/, 'needs an OSRM server'],
]

describe('the commands of the guides run as pasted', () => {
  let folder: TempDir
  let server: ServerProcess
  let environment: NodeJS.ProcessEnv

  beforeAll(async () => {
    folder = await createTempDir()
    const dataDir = join(folder.path, 'data')
    await copyMaps(dataDir, 'seas')
    await cp(preparedMapsDir, dataDir, { recursive: true })
    // A guide removes the older one of two datasets.
    const datasets = new DatasetStore(dataDir)
    const monaco = (await datasets.list()).find(({ region }) => region === 'monaco')
    if (!monaco) throw new Error('the prepared map is missing')
    await datasets.publish('monaco', async (target) => {
      const filter = (source: string) => !source.endsWith('manifest.json')
      await cp(monaco.folder, target, { recursive: true, filter })
      return monaco.manifest
    })
    server = await startServer({
      store: { dataDir },
      args: ['--threads', '1'],
      env: {
        FAIRWAY_ANONYMOUS_BURST: '10000',
        FAIRWAY_EMBEDDED_REGION: 'true',
        FAIRWAY_SEAS: 'true',
        FAIRWAY_SAMPLES: 'true',
      },
    })
    environment = { ...process.env, FAIRWAY_DATA_DIR: dataDir, HOME: folder.path }
    environment.PATH = `${await writePrograms(folder.path)}${delimiter}${process.env.PATH}`
    // Makes curl call the test server for localhost:8080, and fail if the status is not a success.
    const { port } = new URL(server.url)
    await writeFile(join(folder.path, '.curlrc'), `connect-to = "localhost:8080:127.0.0.1:${port}"\nfail-with-body\n`)
  })
  afterAll(async () => {
    await server?.stop()
    await folder?.dispose()
  })

  test.each(guidesWithPrograms())('%s: TypeScript', async (name) => {
    const issue = 'fairway admin issue-key --email programs@example.com --plan pro --json'
    const { output } = await runShell(issue, { cwd: folder.path, env: environment })
    const [, key = ''] = /"api_key": "(.*)"/.exec(output) ?? []
    expect(key).not.toBe('')
    expect(await run(programOf(name, { url: server.url, key }))).not.toEqual([])
  })

  test.each(guidesWithCommands())('%s', async (name, commands) => {
    const workingFolder = join(folder.path, name.replaceAll('/', '-'))
    await mkdir(workingFolder)
    const { code, output } = await runShell(commands, { cwd: workingFolder, env: environment })
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
  })
})

test('the programs of the guides pass strict type checks as pasted', async () => {
  const files = listGuides()
    .filter((name) => /^```ts$/m.test(readGuide(name)) && !programsWithPackages.includes(name))
    .map((name, index) => [`program-${index}.ts`, programOf(name, { url: '', key: '' })])
  expect(files.length).toBeGreaterThan(6)
  expect(await complaintsOf(Object.fromEntries(files))).toBe('')
})

const readGuide = (name: string) => readFileSync(join(root, name), 'utf8')

function listGuides(): string[] {
  const guides = readdirSync(join(root, 'docs/guides'), { recursive: true, encoding: 'utf8' })
  return guides
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs/guides', name))
    .sort()
}

/** Guides whose programs need packages of others. */
const programsWithPackages = ['docs/guides/switch/google.md', 'docs/guides/tracking/webhooks.md']

/** Lists the guides with programs in TypeScript that a test can run. Other tests run those of the client. */
function guidesWithPrograms(): string[] {
  const others = ['docs/guides/client.md', 'docs/guides/moving.md', ...programsWithPackages]
  return listGuides().filter((name) => {
    // The programs that stream end only when the user stops them.
    const isRunnable = /^```ts$/m.test(readGuide(name)) && !/streamAll\(|new WebSocket\(/.test(readGuide(name))
    return isRunnable && !others.includes(name)
  })
}

/** Lists the guides with the commands that a test can run, as one script each. */
function guidesWithCommands(): [name: string, commands: string][] {
  return ['README.md', ...listGuides()].flatMap((name) => {
    // Blocks with a language are matched too, so that the end of such a block is not mistaken for the start of another.
    const blocks = [...readFileSync(join(root, name), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    const commands = blocks.filter(([, language]) => language === '').map(([, , text = '']) => text)
    const runnable = commands.filter((block) => !skipped.some(([pattern]) => pattern.test(block)))
    return runnable.length > 0 ? [[relative('docs/guides', name).replace('../../', ''), runnable.join('\n')]] : []
  })
}

/** Writes the programs that readers have: `fairway` after its installation, and `npx`, which finds it in the clone. */
async function writePrograms(parent: string): Promise<string> {
  const programs = join(parent, 'programs')
  await mkdir(programs)
  const run = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(command)} "$@"\n`
  await writeFile(join(programs, 'fairway'), `#!/bin/sh\n${run}`)
  await writeFile(join(programs, 'npx'), `#!/bin/sh\n[ "$1" = fairway ] && shift || exit 127\n${run}`)
  for (const name of ['fairway', 'npx']) await chmod(join(programs, name), 0o755)
  return programs
}

const shellLimits = { timeout: 240_000, killSignal: 'SIGKILL' } as const

/** Runs commands, and kills them if they do not end, for example because they wait for a job that has failed. */
function runShell(commands: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const shell = execFile(
      'bash',
      ['-euxo', 'pipefail', '-c', commands],
      { ...options, ...shellLimits },
      (_error, stdout, stderr) => {
        resolve({ code: shell.exitCode ?? 1, output: `${stderr}\n${stdout}` })
      },
    )
  })
}
