import { readFileSync } from 'node:fs'

/** Prints the section of a version in CHANGELOG.md for its release page: `node scripts/release-notes.ts 0.2.0`. */
export function extractNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split(/[\s,]/, 1)[0] === version)
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version}"; rename "Unreleased" before you tag`)
  return notes
}

if (import.meta.main) {
  const root = new URL('../', import.meta.url)
  const [given = ''] = process.argv.slice(2)
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
  if (given !== version) throw new Error(`the tag says ${given}, but package.json says ${version}`)
  process.stdout.write(`${extractNotes(readFileSync(new URL('CHANGELOG.md', root), 'utf8'), version)}\n`)
}
