import { writeFileSync } from 'node:fs'
import { referencePages } from './reference-pages.ts'

for (const [name, page] of Object.entries(referencePages())) {
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), page)
}
