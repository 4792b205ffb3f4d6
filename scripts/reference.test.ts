import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { referencePages } from './reference-pages.ts'

const root = new URL('../', import.meta.url)

test.each(Object.entries(referencePages()))('docs/%s matches the code', (name, page) => {
  expect(readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8'), 'run npm run docs').toBe(page)
})

test('has no broken links between documents', () => {
  const broken = listDocuments().flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) => target ?? '')
    return links
      .filter((target) => !existsSync(new URL(target, new URL(path, root))))
      .map((target) => `${path}: ${target}`)
  })
  expect(broken).toEqual([])
})

test('has no empty headings', () => {
  const empty = listDocuments().flatMap((path) => {
    const lines = readFileSync(new URL(path, root), 'utf8').split('\n')
    const headings = lines.map((line, index) => ({
      line,
      next: lines.slice(index + 1).find((one) => one.trim() !== ''),
    }))
    return headings
      .filter(({ line, next }) => /^#+ /.test(line) && (next === undefined || sameOrHigher(line, next)))
      .map(({ line }) => `${path}: ${line}`)
  })
  expect(empty).toEqual([])
})

function sameOrHigher(line: string, next: string): boolean {
  const depth = (text: string) => /^(#+) /.exec(text)?.[1]?.length ?? 99
  return depth(next) <= depth(line)
}

function listDocuments(): string[] {
  const inDocs = readdirSync(fileURLToPath(new URL('docs', root)), { recursive: true, encoding: 'utf8' })
  const top = readdirSync(fileURLToPath(root)).filter((name) => name.endsWith('.md'))
  return [...top, ...inDocs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)]
}
