import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../apps/server/platform/config/config.ts'

interface Service {
  readonly image: string
  readonly build?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
}

const path = fileURLToPath(new URL('../../compose.yml', import.meta.url))
const file = parse(readFileSync(path, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}
/** Image of the nodes, which provides the command and the health check. */
const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
const services = Object.entries(file.services)
const nodes = services.filter(([name]) => name.startsWith('fairway-'))

test('defines every dependency, with a health check where it is required', () => {
  for (const [name, { image, depends_on = [] }] of services) {
    expect(image, name).toMatch(/^[a-z]+:\d+$/)
    const conditions = Array.isArray(depends_on) ? [] : Object.entries(depends_on as object)
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
      expect(Object.keys(file.services), `${name} waits for ${other}`).toContain(other)
    }
    for (const [other, { condition }] of conditions) {
      if (condition !== 'service_healthy') continue
      const { healthcheck, build } = file.services[other] ?? {}
      expect(healthcheck ?? (build && /^HEALTHCHECK .*\n {2}CMD \[/m.exec(dockerfile)), other).toBeTruthy()
    }
  }
})

test('declares every volume or uses a repository folder, and gives each node its own data', () => {
  const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  const named = used.filter((volume) => !volume.startsWith('.'))
  expect(new Set(named)).toEqual(new Set(Object.keys(file.volumes)))
  expect(named).toHaveLength(new Set(named).size)
})

test('has nodes with valid settings, one PostgreSQL and one Redis, and the start command of the image', () => {
  expect(nodes).toHaveLength(2)
  const urls = nodes.map(([, { environment = {}, build }]) => {
    const loaded = loadConfig({ environment })
    expect(loaded).toMatchObject({ ok: true })
    if (!loaded.ok) return []
    expect(build).toBe('.')
    const [, script = ''] =
      /^ENTRYPOINT \["\/nodejs\/bin\/node", "\/app\/(.+)"\]\nCMD \["serve"\]$/m.exec(dockerfile) ?? []
    expect(existsSync(fileURLToPath(new URL(`../../${script}`, import.meta.url)))).toBe(true)
    const { databaseUrl = '', redisUrl = '', trustProxy } = loaded.config
    expect([
      file.services[new URL(databaseUrl).hostname]?.image,
      file.services[new URL(redisUrl).hostname]?.image,
    ]).toEqual(['postgres:17', 'redis:8'])
    expect(trustProxy).toBeTruthy()
    return [databaseUrl, redisUrl]
  })
  expect(urls[0]).toEqual(urls[1])
})

test('balances over every node', () => {
  const targets = file.services.balancer?.command?.filter((word) => word.startsWith('fairway-'))
  expect(targets?.map((target) => target.split(':')[0])).toEqual(nodes.map(([name]) => name))
})
