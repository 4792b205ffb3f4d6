import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { version } from '../../apps/server/platform/version.ts'
import { call } from '../faults/support/calls.ts'
import { withoutMaps } from '../support/servers/server-process.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { command } from './run-cli.ts'

const SYSTEM_NODE = '/usr/bin/node'

/** Returns the Node installed on the machine if it is too old to run the service. */
function findOlderNode(): string | undefined {
  if (!existsSync(SYSTEM_NODE)) return undefined
  const major = /^v(\d+)/.exec(execFileSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }))?.[1]
  return Number(major) < 22 ? SYSTEM_NODE : undefined
}
const olderNode = findOlderNode() ?? ''

describe.skipIf(olderNode === '')('start with an older Node', () => {
  const cleanUp: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step()
  })

  const launch = (...args: string[]) => {
    // The command runs in a separate process group, like a foreground command in a terminal.
    const env = { ...process.env, ...withoutMaps, FAIRWAY_DRAIN_S: '0' }
    const child = spawn(olderNode, [command, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const exited = once(child, 'close').then(([code]) => code as number | null)
    const { pid } = child
    if (pid === undefined) throw new Error(`${olderNode} cannot be started`)
    cleanUp.push(() => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
    })
    return { pid, exited, output: () => output }
  }

  test('runs on the Node that npm installed, and passes on its exit code', async () => {
    const [told, failed] = [launch('--version'), launch('srve')]
    expect(await told.exited).toBe(0)
    expect(told.output()).toBe(`${version}\n`)
    expect(await failed.exited).toBe(2)
  })

  test('ends the server when the starter is killed', async () => {
    const folder = await createTempDir()
    cleanUp.push(folder.dispose)
    const server = launch('serve', '--port', '0', '--threads', '1', '--data-dir', folder.path)
    const url = await readUrl(server)
    expect((await call(url, '/healthz')).status).toBe(200)
    process.kill(server.pid, 'SIGKILL')
    // The output closes when the last process that inherited it has ended.
    await server.exited
    await expect(call(url, '/healthz')).rejects.toThrow()
  })

  test.each([
    { how: 'a signal to the starter alone', toGroup: false },
    { how: 'Ctrl-C, which reaches the starter and the server', toGroup: true },
  ])('$how stops the server cleanly', async ({ toGroup }) => {
    const folder = await createTempDir()
    cleanUp.push(folder.dispose)
    const server = launch('serve', '--port', '0', '--threads', '1', '--data-dir', folder.path)
    const url = await readUrl(server)
    expect((await call(url, '/healthz')).status).toBe(200)

    process.kill(toGroup ? -server.pid : server.pid, toGroup ? 'SIGINT' : 'SIGTERM')
    expect(await server.exited, server.output()).toBe(0)
    await expect(call(url, '/healthz')).rejects.toThrow()
  })
})

async function readUrl(server: { output(): string }): Promise<string> {
  const banner = /API\s+http:\/\/localhost:(\d+)\/v1/
  await vi.waitFor(() => expect(server.output()).toMatch(banner), { timeout: 120_000 })
  return `http://127.0.0.1:${banner.exec(server.output())?.[1]}`
}
