import { writeFileSync } from 'node:fs'
import { currentTypes, typesFile } from './current-types.ts'

writeFileSync(typesFile, await currentTypes())
