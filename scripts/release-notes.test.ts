import { expect, test } from 'vitest'
import { extractNotes } from './release-notes.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-12-01)\n\n- faster\n\n## 0.1.0\n\n- first\n'

test('returns the section of one version', () => {
  expect(extractNotes(changelog, '0.2.0')).toBe('- faster')
  expect(extractNotes(changelog, '0.1.0')).toBe('- first')
})

test('rejects a version without a section, or with an empty one', () => {
  const text = 'CHANGELOG.md has no section "## 0.2"; rename "Unreleased" before you tag'
  expect(() => extractNotes(changelog, '0.2')).toThrow(text)
  expect(() => extractNotes('# Changelog\n\n## 0.2\n\n## 0.1\n\n- first\n', '0.2')).toThrow(text)
})
