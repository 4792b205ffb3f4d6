import { describe, expect, test } from 'vitest'
import { describeFeedFailure } from './feed-failure.ts'
import { parseFeedSource, redactSource } from './feed-source.ts'
import { fetchFeed } from './fetch-feed.ts'

describe('feed source', () => {
  test.each([
    ['var/feeds/speeds.csv', { kind: 'file', path: 'var/feeds/speeds.csv' }],
    ['/feeds/a:b.csv', { kind: 'file', path: '/feeds/a:b.csv' }],
    ['file:///feeds/a%20b.csv', { kind: 'file', path: '/feeds/a b.csv' }],
  ])('recognizes %s as a file', (source, value) => {
    expect(parseFeedSource(source)).toEqual({ ok: true, value })
  })

  test.each(['http://feeds.example/a', 'HTTPS://feeds.example/a'])('recognizes %s as a URL', (source) => {
    expect(parseFeedSource(source)).toMatchObject({ ok: true, value: { kind: 'url' } })
  })

  test.each([
    ['', 'the source is empty'],
    ['ftp://me:secret@feeds.example/', 'URLs that start with ftp:// are not supported'],
    ['http://me:secret@', 'the URL is not valid'],
    ['http://me:secret@exa mple/', 'the URL is not valid'],
    ['file://elsewhere/a', 'the URL does not point to a file on this machine'],
  ])('rejects %j', async (source, what) => {
    expect(await fetchFeed(source)).toEqual({ ok: false, failure: { kind: 'bad-address', what } })
  })
})

describe('secrets in messages', () => {
  test.each([
    ['https://me:secret@feeds.example:8443/wzdx?key=secret#secret', 'https://feeds.example:8443/wzdx?…'],
    ['https://secret@feeds.example/wzdx', 'https://feeds.example/wzdx'],
    ['https://me:secret@', 'an invalid source'],
    ['ftp://me:secret@feeds.example/', 'an invalid source'],
    ['/feeds/speeds.csv', '/feeds/speeds.csv'],
  ])('shows %s as %s', (source, shown) => {
    expect(redactSource(source)).toBe(shown)
  })

  test('never appear in a failure', async () => {
    for (const source of ['http://me:secret@127.0.0.1:1/?key=secret', 'http://me:secret@', 'http://secret.invalid/']) {
      const result = await fetchFeed(source)
      expect(result.ok ? 'read' : `${JSON.stringify(result)} ${describeFeedFailure(result.failure)}`).not.toMatch(
        /secret/,
      )
    }
  })
})
