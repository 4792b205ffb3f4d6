import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startProcess } from '../support/servers/processes.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function startClone(env: Record<string, string> = {}) {
  const folder = await createTempDir()
  const npm = startProcess('npm', ['start', '--', '--port', '0', '--data-dir', folder.path], {
    cwd: root,
    env: { ...process.env, FAIRWAY_DRAIN_S: '0', ...env },
  })
  await npm.waitFor(/API\s+\S+\/v1/)
  const port = /localhost:(\d+)/.exec(npm.output())?.[1]
  const stop = async () => {
    await npm.end('SIGTERM')
    await folder.dispose()
  }
  return { url: `http://localhost:${port}`, stop }
}

const hasLocalKeys = async (url: string) => (await fetch(`${url}/account/local-key`)).json()

test('ends with npm, and leaves nothing on the port', async () => {
  const { url, stop } = await startClone()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: { url: string }[] }
  expect(document.servers).toEqual([{ url }])
  expect(await hasLocalKeys(url)).toEqual({ available: true, is_local: true })
  await stop()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('issues no local keys behind a proxy, because every request may look local', async () => {
  const { url, stop } = await startClone({ FAIRWAY_TRUST_PROXY: '127.0.0.1' })
  expect(await hasLocalKeys(url)).toEqual({ available: false, is_local: true })
  await stop()
})

test('reports when issuing a key changes the plan of an account', async () => {
  const folder = await createTempDir()
  const issue = (plan: string) => run('admin', 'issue-key', '--email', 'ada@example.com', '--plan', plan)
  const run = async (...args: string[]) => {
    const command = startProcess(process.execPath, ['apps/server/bin/fairway.js', ...args, '--data-dir', folder.path], {
      cwd: root,
    })
    await command.exited
    return command.output()
  }
  expect(await issue('pro')).not.toContain('changed')
  expect(await issue('trial')).toContain(
    'The plan of the account was changed from pro to trial, which applies to all its keys',
  )
  await folder.dispose()
})
