// Prints the files in a report of the test runner that have a failure, one per line.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { name, status } of testResults) if (status === 'failed') process.stdout.write(`${relative('.', name)}\n`)
