import { once } from 'node:events'
import { utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'
import { judgePackages, judgeRegions } from './check-data.ts'
import { checkClock, checkFolder, checkPort, judgeDisk, judgeMemory } from './check-machine.ts'
import { judgeClockDifference } from './check-stores.ts'
import type { Finding } from './finding.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder.dispose()
})
const doctor = (...args: string[]) => runCommand(['doctor', ...args, '--data-dir', folder.path])

describe('doctor command', () => {
  test('passes on an empty folder, and creates nothing in it', async () => {
    vi.stubEnv('PORT', '0')
    const { code, stdout, stderr } = await doctor()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`ok       data folder: ${folder.path} is writable\n`)
    expect(stdout).toContain('fairway.db does not exist yet; the first start creates it\n')
    expect(checkClock(folder.path, Date.now()).state).toBe('ok')
  })

  test('lists every failed check with a remedy, and fails', async () => {
    vi.stubEnv('PORT', '0')
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/x')
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1')
    const { code, stdout, stderr } = await doctor()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^fairway: 2 of \d+ checks failed: database, Redis\n$/)
    expect(stdout).toMatch(
      /problem {2}database: PostgreSQL cannot be used: .*\n +→ check DATABASE_URL and the password/,
    )
    expect(stdout).toMatch(/problem {2}Redis: cannot be used: .*ECONNREFUSED.*\n +→ check REDIS_URL/)
  })

  test('prints the findings as JSON', async () => {
    vi.stubEnv('PORT', '1e9')
    const { code, stdout } = await doctor('--json')
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    expect(code).toBe(1)
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ['Node.js', 'ok'],
      ['settings', 'problem'],
    ])
  })

  test('reports a damaged database', async () => {
    vi.stubEnv('PORT', '0')
    await writeFile(join(folder.path, 'fairway.db'), 'this is not a database, but it is long enough to be read as one')
    const { code, stdout } = await doctor()
    expect(code).toBe(1)
    expect(stdout).toMatch(/problem {2}database: the database .*fairway\.db is damaged/)
  })

  test('reports an empty database, which the server would not accept', async () => {
    vi.stubEnv('PORT', '0')
    await writeFile(join(folder.path, 'fairway.db'), '')
    const { code, stdout } = await doctor()
    expect(code).toBe(1)
    expect(stdout).toMatch(/problem {2}database: the database .*fairway\.db is empty \(0 bytes\); restore it/)
  })
})

describe('limits of the checks', () => {
  test('the disk: a problem below the minimum, a warning below 2 GB', () => {
    expect(judgeDisk(15e6, 16e6)).toMatchObject({ state: 'problem', remedy: 'free some space' })
    expect(judgeDisk(16e6, 16e6).state).toBe('warning')
    expect(judgeDisk(1.99e9, 16e6).remedy).toBe('free 2.0 GB before you compile maps')
    expect(judgeDisk(2e9, 16e6)).toEqual({
      check: 'disk',
      state: 'ok',
      detail: '2.0 GB free on the disk that holds the data folder',
    })
  })

  test('the memory: twice the datasets and 700 MB', () => {
    expect(judgeMemory(2.7e9, 1e9).state).toBe('ok')
    expect(judgeMemory(2.69e9, 1e9)).toMatchObject({ state: 'warning', remedy: expect.stringContaining('add memory') })
  })

  test('the clock: not before the release, not before the newest file', async () => {
    const file = join(folder.path, 'fairway.db')
    await writeFile(file, '')
    const nowMs = Date.parse('2027-01-01T00:00:00Z')
    await utimes(file, nowMs / 1000 + 119, nowMs / 1000 + 119)
    expect(checkClock(folder.path, nowMs).state).toBe('ok')
    await utimes(file, nowMs / 1000 + 121, nowMs / 1000 + 121)
    expect(checkClock(folder.path, nowMs)).toMatchObject({ state: 'problem', remedy: expect.stringContaining('NTP') })
    expect(checkClock(folder.path, Date.parse('2026-10-31T23:59:59Z')).detail).toContain('earlier than this release')
  })

  test('the clock of the database: two seconds', () => {
    expect(judgeClockDifference(-2000).state).toBe('ok')
    expect(judgeClockDifference(2001)).toMatchObject({
      state: 'warning',
      remedy: 'synchronize both machines with NTP',
    })
  })

  test('the port: free, or in use by another program', async () => {
    const server = createServer((socket) => socket.end('not HTTP', () => socket.destroy())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await checkPort({ host: '127.0.0.1', port })).toMatchObject({
      state: 'problem',
      detail: `${port} is in use by another program`,
      remedy: 'stop that program, or choose another port with PORT',
    })
    server.close()
    await once(server, 'close')
    expect(await checkPort({ host: '127.0.0.1', port })).toMatchObject({ state: 'ok' })
    expect(await checkPort({ host: '192.0.2.1', port })).toMatchObject({ remedy: 'check FAIRWAY_HOST and PORT' })
  })

  test('the folder: may be new, but not below a file', async () => {
    expect(checkFolder(join(folder.path, 'new', 'folder')).detail).toContain('the first start creates it')
    expect(checkFolder('/proc/fairway')).toMatchObject({ state: process.getuid?.() === 0 ? 'ok' : 'problem' })
  })

  test('maps and worldwide data', () => {
    const region = { region: 'a', datasets: [], unusable: [], pinned: undefined }
    const damaged = { region: 'a', id: 'x', folder: '/x', why: 'its format is 1' }
    expect(judgeRegions([], true).state).toBe('ok')
    expect(judgeRegions([], false)).toMatchObject({ state: 'warning', remedy: expect.stringContaining('regions add') })
    expect(judgeRegions([{ ...region, unusable: [damaged] }], true).detail).toBe(
      '1 dataset cannot be served: a x: its format is 1',
    )
    expect(judgeRegions([region], true)).toEqual({ check: 'maps', state: 'ok', detail: 'a' })
    expect(judgePackages(['sea-ports']).remedy).toBe('install them next to Fairway: npm install sea-ports')
  })
})
