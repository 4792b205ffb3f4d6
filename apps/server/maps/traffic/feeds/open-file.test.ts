import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fetchFeed } from './fetch-feed.ts'
import { listSegmentRows } from './testing/reading.ts'
import { useTemporaryFolder } from './testing/temporary-folder.ts'

const folder = useTemporaryFolder()

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function rowsOf(source: string) {
  const result = await fetchFeed(source)
  return result.ok && result.value.kind === 'read' ? listSegmentRows(result.value.content) : result
}

describe('feed file', () => {
  test('is read by path or file URL, compressed or not, whatever its name', async () => {
    expect(await rowsOf(write('a.json', '1,2,30\n'))).toEqual([[1, 2, 30]])
    expect(await rowsOf(write('a b.csv.gz', gzipSync('1,2,30\n')))).toEqual([[1, 2, 30]])
    expect(await rowsOf(pathToFileURL(join(folder, 'a b.csv.gz')).href)).toEqual([[1, 2, 30]])
  })

  test('larger than a chunk is read completely', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [index, index + 1, index % 130])
    expect(await rowsOf(write('large.csv', rows.join('\n')))).toEqual(rows)
  })

  test('is read again only when its time or size changes', async () => {
    const path = write('changing.csv', '1,2,30\n')
    const first = await fetchFeed(path)
    const previousVersion = first.ok && first.value.kind === 'read' ? first.value.version : undefined
    expect(previousVersion).toMatchObject({ kind: 'file', bytes: 7 })
    expect(await fetchFeed(path, { previousVersion })).toEqual({ ok: true, value: { kind: 'unchanged' } })
    appendFileSync(path, '3,4,50\n')
    expect(await fetchFeed(path, { previousVersion })).toMatchObject({ ok: true, value: { kind: 'read' } })
    write('changing.csv', '1,2,31\n')
    utimesSync(path, 1, 1)
    expect(await fetchFeed(path, { previousVersion })).toMatchObject({ ok: true, value: { kind: 'read' } })
    expect(await fetchFeed(path, { previousVersion: { kind: 'url', etag: '"1"' } })).toMatchObject({ ok: true })
  })

  test.each([
    ['gone', 'missing.csv', { kind: 'gone' }],
    ['below a file', 'file/missing.csv', { kind: 'gone' }],
    ['a folder', 'folder', { kind: 'unreadable-file', code: 'not a regular file' }],
    ['an endless device', '/dev/zero', { kind: 'unreadable-file', code: 'not a regular file' }],
    ['a name with a zero byte', 'a\0b', { kind: 'unreadable-file', code: 'ERR_INVALID_ARG_VALUE' }],
  ])('that is %s is a failure', async (_what, name, failure) => {
    write('file', '')
    mkdirSync(join(folder, 'folder'), { recursive: true })
    const path = name.startsWith('/') ? name : join(folder, name)
    expect(await fetchFeed(path)).toEqual({ ok: false, failure })
  })

  test('that is larger than the limit is not read further', async () => {
    const path = write('seven.csv', '1,2,30\n')
    expect(await fetchFeed(path, { maxBytes: 7 })).toMatchObject({ ok: true })
    expect(await fetchFeed(path, { maxBytes: 6 })).toEqual({ ok: false, failure: { kind: 'too-large', maxBytes: 6 } })
  })
})
