import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Checks the OpenAPI document of a running service with three linters, and writes a Postman collection. The script
 * downloads the tools on demand because they are larger than this project.
 * `npm run api-document -- http://localhost:8080`
 */
const tools: readonly { readonly title: string; readonly packages: readonly string[]; readonly command: string }[] = [
  { title: 'redocly', packages: ['@redocly/cli@2.77.0'], command: 'redocly lint openapi.json' },
  {
    title: 'spectral',
    packages: ['@stoplight/spectral-cli@6.16.3'],
    command: 'spectral lint openapi.json --fail-severity error',
  },
  { title: 'swagger-cli', packages: ['@apidevtools/swagger-cli@4.0.4'], command: 'swagger-cli validate openapi.json' },
  {
    title: 'postman',
    packages: ['openapi-to-postmanv2@6.3.3'],
    command: 'openapi2postmanv2 -s openapi.json -o postman.json -p',
  },
]

const [serviceUrl = 'http://localhost:8080'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'fairway-api-'))
const reply = await fetch(`${serviceUrl.replace(/\/+$/, '')}/openapi.json`)
if (!reply.ok) throw new Error(`${serviceUrl} has no OpenAPI document: status ${reply.status}`)
writeFileSync(join(folder, 'openapi.json'), await reply.text())
writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
const failed: string[] = []
for (const { title, packages, command } of tools) {
  process.stdout.write(`\n== ${title}\n`)
  const args = ['exec', '--yes', ...packages.map((name) => `--package=${name}`), '-c', command]
  if (spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status !== 0) failed.push(title)
}
process.stdout.write(`\n${folder} has openapi.json and postman.json.\n`)
if (failed.length > 0) {
  process.stderr.write(`Failed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
