// `npm start`: bundles the server if a source changed, then serves. Windows has no shell with exec.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('../bundle.ts', import.meta.url))], {
  stdio: 'inherit',
})
if (status === 0) {
  // A clone is started by a developer on the same machine. Servers are started in other ways and accept no uploads by
  // default. Behind a reverse proxy on the same machine, requests of strangers can look local.
  if (!process.env.FAIRWAY_TRUST_PROXY && !process.env.FAIRWAY_PUBLIC_URL) {
    process.env.FAIRWAY_MAP_UPLOAD_MB ??= '1024'
    process.env.FAIRWAY_LOCAL_KEYS ??= 'true'
  }
  process.argv.splice(2, 0, 'serve')
  await import('./fairway.js')
} else process.exitCode = status ?? 1
