import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type LoopbackMail, smtpReply, startLoopbackMail } from '../testing/loopback-mail.ts'
import { createMailer, type Mail, MailError, type Mailer } from './mail.ts'

const MAIL = { to: 'ada@example.org', subject: 'Your code', text: 'Your sign-in code is 123456.' }
const FROM = 'Fairway <no-reply@fairway.example>'

let server: LoopbackMail | undefined
let mailer: Mailer | undefined
afterEach(async () => {
  await mailer?.close()
  await server?.close()
  server = undefined
})

async function startMailer(options: Parameters<typeof startLoopbackMail>[0] = {}): Promise<Mailer> {
  server = await startLoopbackMail(options)
  return mailerTo(server.url)
}

function mailerTo(smtpUrl: string, timeoutMs = 5000): Mailer {
  mailer = createMailer({ smtpUrl, from: FROM, log: () => expect.unreachable(), timeoutMs, backoffMs: 5 })
  return mailer
}

async function failureOf(mail: Mail = MAIL): Promise<MailError> {
  const error = await mailer?.send(mail).catch((reason: unknown) => reason)
  if (!(error instanceof MailError)) throw new Error(`expected MailNotSent, got ${error}`)
  return error
}

/** Returns the unfolded header lines. */
function headersOf(raw: string | undefined): string[] {
  return (raw?.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')
}

describe('mail', () => {
  test('arrives with its content, subject and sender', async () => {
    await (await startMailer()).send(MAIL)
    const [mail] = server?.mails ?? []
    expect(mail).toMatchObject({ from: 'no-reply@fairway.example', recipients: ['ada@example.org'] })
    expect(headersOf(mail?.raw)).toEqual(
      expect.arrayContaining([
        `From: ${FROM}`,
        'To: ada@example.org',
        'Subject: Your code',
        'Auto-Submitted: auto-generated',
        expect.stringMatching(/^Message-ID: <[0-9a-f-]{36}@fairway\.example>$/),
      ]),
    )
    expect(mail?.raw).toContain('\r\n\r\nYour sign-in code is 123456.')
  })

  test('contains both plain text and HTML', async () => {
    await (await startMailer()).send({ ...MAIL, html: '<b>123456</b>' })
    const raw = server?.mails[0]?.raw
    expect(raw).toContain('multipart/alternative')
    expect(raw).toContain(MAIL.text)
    expect(raw).toContain('<b>123456</b>')
  })

  test('shares a connection with previous mails', async () => {
    let connections = 0
    const pooled = await startMailer({
      onConnect(_, callback) {
        connections++
        callback()
      },
    })
    for (let sent = 0; sent < 3; sent++) await pooled.send(MAIL)
    expect(server?.mails).toHaveLength(3)
    expect(connections).toBe(1)
  })

  test('is logged when no mail server is configured', async () => {
    const log = vi.fn()
    const logging = createMailer({ from: FROM, log })
    await logging.send({ ...MAIL, html: '<b>123456</b>' })
    expect(log.mock.calls).toEqual([[MAIL]])
    await logging.close()
  })
})

describe('header injection', () => {
  test.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'ada@example.org;eve@example.org',
    'Ada <ada@example.org>',
    '"eve@example.org x"@example.org',
    'group:eve@example.org',
    'ada@example.org\u0000',
    'ada@example.org\u2028',
    'ada@eve@example.org',
    ' ada@example.org',
    'ada@',
    '',
  ])('is rejected in the recipient %j', async (to) => {
    await startMailer()
    expect(await failureOf({ ...MAIL, to })).toMatchObject({ permanent: true })
    expect(server?.mails).toHaveLength(0)
    await expect(createMailer({ from: FROM, log: () => undefined }).send({ ...MAIL, to })).rejects.toThrow(MailError)
  })

  test.each(['\r\n', '\n', '\r', '\u0085', '\u2028', '\u0000'])('is rejected in a subject with %j', async (line) => {
    const evil = `Code${line}Bcc: eve@example.org${line}${line}<script>`
    await (await startMailer()).send({ ...MAIL, subject: evil })
    const [mail] = server?.mails ?? []
    expect(mail?.recipients).toEqual(['ada@example.org'])
    const names = headersOf(mail?.raw).map((header) => header.split(':')[0])
    expect(names).not.toContain('Bcc')
    expect(names.filter((name) => name === 'Subject')).toHaveLength(1)
    expect(headersOf(mail?.raw).every((header) => /^[A-Za-z-]+: /.test(header))).toBe(true)
  })
})

describe('temporary failure', () => {
  test.each([421, 450, 451])('%i is retried', async (code) => {
    let tries = 0
    const stubborn = await startMailer({
      onRcptTo: (_, __, callback) => callback(++tries < 3 ? smtpReply(code) : null),
    })
    await stubborn.send(MAIL)
    expect(tries).toBe(3)
    expect(server?.mails).toHaveLength(1)
  })

  test('ends after three attempts, all with one message id', async () => {
    const received: string[] = []
    await startMailer({
      onData(stream, _, callback) {
        let raw = ''
        stream.on('data', (chunk) => {
          raw += chunk
        })
        stream.on('end', () => {
          received.push(headersOf(raw).find((header) => header.startsWith('Message-ID')) ?? '')
          callback(smtpReply(452))
        })
      },
    })
    expect(await failureOf()).toMatchObject({ permanent: false, message: 'mail not sent: SMTP 452 after DATA' })
    expect(received).toHaveLength(3)
    expect(new Set(received).size).toBe(1)
  })

  test('at the greeting is retried', async () => {
    let tries = 0
    const busy = await startMailer({
      onConnect: (_, callback) => callback(++tries < 2 ? smtpReply(421) : null),
    })
    await busy.send(MAIL)
    expect(server?.mails).toHaveLength(1)
    expect(tries).toBe(2)
  })

  test('includes a refused connection', async () => {
    const closed = await startLoopbackMail()
    await closed.close()
    mailerTo(closed.url)
    expect(await failureOf()).toMatchObject({ permanent: false, message: 'mail not sent: ESOCKET' })
  })

  test.each([
    ['dropped', (socket: Socket) => socket.destroy(), 'ECONNECTION'],
    ['left hanging', () => undefined, 'ETIMEDOUT'],
  ])('includes a connection that is %s', async (_, onConnection, code) => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => {
      sockets.add(socket)
      onConnection(socket)
    })
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const mutePort = mute.address()
    mailerTo(`smtp://127.0.0.1:${typeof mutePort === 'object' ? mutePort?.port : 0}`, 100)
    expect(await failureOf()).toMatchObject({ permanent: false, message: `mail not sent: ${code}` })
    expect(sockets.size).toBe(3)
    for (const socket of sockets) socket.destroy()
    mute.close()
  })
})

describe('permanent failure', () => {
  test.each([550, 553, 501])('includes %i for the recipient', async (code) => {
    let tries = 0
    await startMailer({
      onRcptTo(_, __, callback) {
        tries++
        callback(smtpReply(code))
      },
    })
    expect(await failureOf()).toMatchObject({ permanent: true, message: `mail not sent: SMTP ${code} after RCPT TO` })
    expect(tries).toBe(1)
  })

  test('includes wrong credentials, without repeating them', async () => {
    let tries = 0
    server = await startLoopbackMail({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(_, __, callback) {
        tries++
        callback(null, {})
      },
    })
    mailerTo(server.url.replace('smtp://', 'smtp://user:hidden@'))
    const failure = await failureOf()
    expect(failure.permanent).toBe(true)
    expect(failure.message).toMatch(/^mail not sent: SMTP 535 after AUTH/)
    expect(JSON.stringify(failure) + failure.stack).not.toContain('hidden')
    expect(tries).toBe(1)
  })
})

describe('closing', () => {
  test('lets a mail in transit finish and refuses later ones', async () => {
    const closing = await startMailer()
    const delivery = closing.send(MAIL)
    await closing.close()
    await delivery
    expect(server?.mails).toHaveLength(1)
    expect(await failureOf()).toMatchObject({ message: 'mail not sent: the mailer is closed' })
  })

  test('does not wait for retries', async () => {
    const rejected = Promise.withResolvers<void>()
    server = await startLoopbackMail({
      onRcptTo(_, __, callback) {
        callback(smtpReply(450))
        rejected.resolve()
      },
    })
    const slowRetryMailer = createMailer({ smtpUrl: server.url, from: FROM, log: () => undefined, backoffMs: 60_000 })
    const outcome = slowRetryMailer.send(MAIL).catch((reason: unknown) => reason)
    await rejected.promise
    await slowRetryMailer.close()
    expect(await outcome).toMatchObject({ permanent: false, message: 'mail not sent: the mailer is closed' })
  })
})

test.each([
  { smtpUrl: 'https://user:hidden@127.0.0.1', from: FROM },
  { smtpUrl: 'smtp://user:hidden@[nonsense', from: FROM },
  { smtpUrl: 'smtp://127.0.0.1', from: 'nobody' },
])('rejects invalid settings at startup without repeating the password: %#', (options) => {
  const create = () => createMailer({ ...options, log: () => undefined })
  expect(create).toThrow(/^the (mail URL|mail sender) is not/)
  expect(create).not.toThrow('hidden')
})
