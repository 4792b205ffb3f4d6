import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { backends, findChromium, requireOrSkip } from './servers/backends.ts'
import { freePort } from './servers/free-port.ts'
import { type HttpSink, startHttpSink } from './servers/http-sink.ts'
import { type RunningPostgres, startPostgres } from './servers/postgres.ts'
import { run, startProcess } from './servers/processes.ts'
import { type RunningRedis, startRedis } from './servers/redis.ts'
import { type SmtpSink, startSmtpSink } from './servers/smtp.ts'
import { createTempDir } from './servers/temp-dir.ts'

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function command(url: string, name: string, ...args: string[]): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.call(name, ...args)
  } finally {
    client.disconnect()
  }
}

/** Occupies a port while `work` runs, like an unrelated server. */
async function whileTaken(port: number, work: () => Promise<void>): Promise<void> {
  const stranger = createServer()
  await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
  await work().finally(() => stranger.close())
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('free ports and temporary folders', () => {
  test('allow listening on a free port immediately', async () => {
    await whileTaken(await freePort(), async () => {})
  })

  test('remove a temporary folder with its contents', async () => {
    const folder = await createTempDir()
    await writeFile(join(folder.path, 'file'), 'text')
    await folder.dispose()
    expect(existsSync(folder.path)).toBe(false)
  })
})

describe('processes', () => {
  const node = (script: string) => startProcess(process.execPath, ['-e', script])

  test('waiting ends with the expected line, and ending leaves no process', async () => {
    const server = node('console.log("ready on 1"); setInterval(() => {}, 1000)')
    await server.waitFor(/^ready on \d+$/m)
    await expect(server.end()).resolves.toEqual({ code: null, signal: 'SIGTERM' })
    expect(isRunning(server.pid ?? Number.NaN)).toBe(false)
  })

  test('waiting for a process that exits fails with its last lines', async () => {
    const server = node('console.error("no such setting"); process.exit(3)')
    await expect(server.waitFor(/ready/)).rejects.toThrow(/ended with code 3:\nno such setting/)
  })

  test('waiting too long fails with the output so far', async () => {
    const server = node('console.log("still loading"); setInterval(() => {}, 1000)')
    await server.waitFor(/loading/)
    await expect(server.waitFor(/ready/, 10)).rejects.toThrow(/not ready within 10 ms:\nstill loading/)
    await server.end()
  })

  test('a process that ignores the signal is killed', async () => {
    const server = node('process.on("SIGTERM", () => {}); console.log("deaf"); setInterval(() => {}, 1000)')
    await server.waitFor(/deaf/)
    await expect(server.end('SIGTERM', 10)).resolves.toEqual({ code: null, signal: 'SIGKILL' })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('end with their parent when it receives %s', async (signal) => {
    const module = new URL('./servers/processes.ts', import.meta.url)
    const child = 'console.log(process.pid); setInterval(() => {}, 1000)'
    const script = `import { startProcess } from '${module}'
      const child = startProcess(process.execPath, ['-e', '${child}'])
      await child.waitFor(/\\d/)
      console.log('child', child.pid)`
    const parent = startProcess(process.execPath, ['--input-type=module', '-e', script])
    await parent.waitFor(/child \d+/)
    const pid = Number(/child (\d+)/.exec(parent.output())?.[1])
    expect(isRunning(pid)).toBe(true)
    await expect(parent.end(signal)).resolves.toEqual({ code: null, signal })
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('a missing program is reported by name', async () => {
    await expect(run('no-such-program', [])).rejects.toThrow(/no-such-program/)
  })
})

describe.skipIf(!requireOrSkip('postgres'))('PostgreSQL', () => {
  let postgres: RunningPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.dispose())

  test('creates fresh databases that respond', async () => {
    const urls = await Promise.all([postgres.createDatabase(), postgres.createDatabase(), postgres.createDatabase()])
    for (const url of urls) await query(url, `create table note as select 'Zürich → Ålesund' as text`)
    expect(await query(urls[0], 'select text from note')).toEqual([{ text: 'Zürich → Ålesund' }])
    expect(new Set(urls).size).toBe(3)
  })

  test('keeps port and data over stop and start', async () => {
    const url = await postgres.createDatabase()
    await query(url, 'create table note as select 1::text as text')
    await postgres.stop()
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    await postgres.start()
    expect(await query(url, 'select text from note')).toEqual([{ text: '1' }])
  })

  test('recovers synchronously committed data after a crash', async () => {
    const url = await postgres.createDatabase()
    await query(url, 'set synchronous_commit = on; create table note as select 1::text as text')
    await postgres.kill()
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    await postgres.start()
    expect(await query(url, 'select text from note')).toEqual([{ text: '1' }])
  })

  test('shows the server log when a start fails, and a later start succeeds', async () => {
    await postgres.stop()
    await whileTaken(postgres.port, () => expect(postgres.start()).rejects.toThrow(/could not bind IPv4 address/))
    await postgres.start()
    expect(await query(postgres.url, `select 'back' as text`)).toEqual([{ text: 'back' }])
  })

  test('dispose ends the process and removes the folder', async () => {
    const other = await startPostgres()
    const [row] = await query(
      other.url,
      `select current_setting('data_directory') as folder, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    )
    const { folder = '', pid } = row ?? {}
    expect([existsSync(folder), isRunning(Number(pid))]).toEqual([true, true])
    await other.dispose()
    expect([existsSync(join(folder, '..')), isRunning(Number(pid))]).toEqual([false, false])
  })
})

describe.skipIf(!requireOrSkip('redis'))('Redis', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.dispose())

  test('responds, and flush removes stored data', async () => {
    expect(await command(redis.url, 'PING')).toBe('PONG')
    await command(redis.url, 'SET', 'key', 'value')
    expect(await command(redis.url, 'GET', 'key')).toBe('value')
    await redis.flush()
    expect(await command(redis.url, 'GET', 'key')).toBeNull()
  })

  test('keeps the port over stop and start', async () => {
    await redis.stop()
    await expect(command(redis.url, 'PING')).rejects.toThrow()
    await redis.start()
    expect(await command(redis.url, 'PING')).toBe('PONG')
  })

  test('shows the server log when a start fails', async () => {
    await redis.stop()
    await whileTaken(redis.port, () => expect(redis.start()).rejects.toThrow(/Address already in use/))
    await redis.start()
  })

  test('dispose ends the process and removes the folder', async () => {
    const other = await startRedis()
    const pid = Number(/process_id:(\d+)/.exec(String(await command(other.url, 'INFO', 'server')))?.[1])
    const folder = String(((await command(other.url, 'CONFIG', 'GET', 'dir')) as string[])[1])
    expect([existsSync(folder), isRunning(pid)]).toEqual([true, true])
    await other.dispose()
    expect([existsSync(folder), isRunning(pid)]).toEqual([false, false])
  })
})

describe('mail sink', () => {
  let smtp: SmtpSink
  beforeAll(async () => {
    smtp = await startSmtpSink()
  })
  afterAll(() => smtp.dispose())

  const longLink = `https://example.test/confirm?code=${'a1=b2&'.repeat(30)}`
  const text = `Grüße aus Ålesund.\n\n.A line that begins with a dot\n${longLink}`
  const send = (to: string, fields: object) =>
    createTransport(smtp.url).sendMail({ from: 'Fairway <no-reply@example.test>', to, subject: 'Hi', text, ...fields })

  test.each([
    ['quoted-printable', { textEncoding: 'quoted-printable' }],
    ['base64', { textEncoding: 'base64' }],
    ['multipart', { html: '<p>Hello</p>' }],
    ['attachment', { html: '<p>Hello</p>', attachments: [{ filename: 'a.txt', content: 'attached' }] }],
  ] as const)('receives a mail sent as %s with its content', async (name, fields) => {
    await send(`${name}@example.test`, fields)
    const mail = await smtp.next()
    expect(mail).toMatchObject({ from: 'no-reply@example.test', to: [`${name}@example.test`], text })
    expect(mail.raw).toMatch(/^Subject: Hi\r$/m)
  })

  test('next waits for the matching mail and returns none twice', async () => {
    const second = smtp.next((mail) => mail.to.includes('second@example.test'))
    await send('first@example.test', { text: 'one' })
    await send('second@example.test', { text: 'two' })
    expect((await second).text).toBe('two')
    expect((await smtp.next()).text).toBe('one')
    expect(smtp.messages.length).toBe(6)
  })
})

describe('HTTP sink', () => {
  let sink: HttpSink
  beforeAll(async () => {
    sink = await startHttpSink()
  })
  afterAll(() => sink.dispose())

  test('records requests and replies as configured', async () => {
    sink.respond = ({ body }) => ({ status: 202, headers: { 'x-seen': 'yes' }, body: `got ${body}` })
    const reply = await fetch(`${sink.url}/hook?a=1`, { method: 'POST', headers: { 'x-sign': 'abc' }, body: '{"b":2}' })
    expect([reply.status, reply.headers.get('x-seen'), await reply.text()]).toEqual([202, 'yes', 'got {"b":2}'])
    expect(sink.requests).toMatchObject([
      { method: 'POST', path: '/hook?a=1', headers: { 'x-sign': 'abc' }, body: '{"b":2}' },
    ])
  })

  test('a reset cuts the connection', async () => {
    sink.respond = () => 'reset'
    await expect(fetch(sink.url)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  })

  test('next waits for a request that never gets a reply, and dispose does not wait for it', async () => {
    const other = await startHttpSink(() => 'hang')
    const reply = fetch(`${other.url}/slow`).catch(() => 'cut off')
    const [request] = await other.next(1)
    expect(request).toMatchObject({ method: 'GET', path: '/slow' })
    await other.dispose()
    await expect(reply).resolves.toBe('cut off')
  })

  test('reports a throwing respond function to the sender', async () => {
    sink.respond = () => {
      throw new Error('wrong signature')
    }
    const reply = await fetch(sink.url)
    expect([reply.status, await reply.text()]).toEqual([500, expect.stringContaining('wrong signature')])
  })
})

describe('installed tools', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  test('are used when present', () => {
    vi.stubEnv('CI', '')
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(requireOrSkip('postgres')).toBe(backends.postgres)
    expect(requireOrSkip('redis')).toBe(backends.redis)
    expect(requireOrSkip('chromium')).toBe(findChromium() !== undefined)
  })

  test('are skipped when missing, with one warning that explains how to install them', async () => {
    // The query string makes Node load the module again, with no warnings yet.
    const unusedModule = './servers/backends.ts?unused'
    const fresh: typeof import('./servers/backends.ts') = await import(unusedModule)
    vi.stubEnv('CI', '')
    vi.stubEnv('PATH', '')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect([fresh.requireOrSkip('chromium'), fresh.requireOrSkip('chromium')]).toEqual([false, false])
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/chromium.*apt-get install/))
  })

  test('fail in CI when missing', async () => {
    vi.stubEnv('CI', 'true')
    vi.stubEnv('PATH', '')
    expect(() => requireOrSkip('redis')).toThrow(/redis is not installed.*failure in CI/)
  })
})
