import { copyFileSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Copies the pictures for the guides from the output of the browser tests: `npm run pictures`. */

const pictures: Readonly<Record<string, string>> = {
  'plan-road': 'plan-road',
  'plan-drone': 'plan-drone',
  'plan-sea': 'plan-sea',
  'optimise-fleet': 'optimise',
  'live-off-route': 'live',
  'account-keys': 'account',
  'own-map': 'own-map',
  traffic: 'traffic',
}

const root = new URL('../../', import.meta.url)
for (const [from, to] of Object.entries(pictures)) {
  const source = new URL(`var/screenshots/${from}.png`, root)
  if (existsSync(source)) copyFileSync(source, new URL(`docs/pictures/${to}.png`, root))
  else
    process.stderr.write(
      `${fileURLToPath(source)} is missing; create it with TEST_PICTURES=true npx vitest run tests/e2e\n`,
    )
}
