#!/usr/bin/env node
// Fairway needs a newer Node than many machines have; npm installs it with the dependencies.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** Set for the process below, which ends when this one is killed and can no longer forward signals. */
const WRAPPED = 'FW_WRAPPED'

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Halves the time to start, from the second start on. Threads look for the folder in the environment.
  const { directory } = module.enableCompileCache()
  if (directory && !process.env.NODE_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = directory
  // The bundle is missing after `npm install --ignore-scripts`. The sources run too, but start more slowly.
  const bundle = new URL('../dist/main.js', import.meta.url)
  if (process.env[WRAPPED] && process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
    process.channel.unref()
  }
  await import(existsSync(bundle) ? bundle.href : '../main.ts')
} else {
  const bundled = join(dirname(module.createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  const child = spawn(bundled, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [WRAPPED]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`fairway: the Node.js that npm installed cannot be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
