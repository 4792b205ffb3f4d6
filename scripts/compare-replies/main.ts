import { parseArgs } from 'node:util'
import { compare } from './compare.ts'
import { record } from './record.ts'

/**
 * Verifies that two versions of the service return the same replies. `record` sends thousands of
 * requests to a running server, one after the other, and stores the replies. `compare` compares two
 * recordings byte by byte.
 *
 *   node scripts/compare-replies/main.ts record <base-url> <file.ndjson.gz> [--count 12000] [--seed 1] [--live-key KEY] [--log FILE]
 *   node scripts/compare-replies/main.ts compare <a.ndjson.gz> <b.ndjson.gz>
 *
 * Each recording needs a separate server with a new data folder, one thread, and limits that are
 * never reached. The clock of the server is frozen, so that replies do not depend on the current
 * time. Run these commands in bash with Node 24:
 *
 *   HERE=/path/to/checkout; mkdir /tmp/a && cd /tmp/a
 *   echo '{"incidents":[{"kind":"closure","at":[-34.8945,-56.1649]},{"kind":"weather","speed_kmh":30,"area":[
 *     [-34.89,-56.2],[-34.87,-56.2],[-34.87,-56.1]]}]}' > feed.json; touch -d 2026-06-16T14:59Z feed.json
 *   FREE='"per_second":1e6,"web_polls_per_s":1e6,"api_live_polls_per_s":1e6,"gps_push_per_s":1e6,"max_assets":1e4'
 *   echo '{"plans":{"military":{'$FREE'},"trial":{"per_second":1e6}},"anonymous_per_second":1e6,"anonymous_burst":1e6,
 *     "threads":1,"shed_delay_ms":0,"fleet_speed_accounts":1000,"traffic_feeds":["/tmp/a/feed.json"],"data_dir":"data",
 *     "traffic_max_age_minutes":0,"public_url":"http://fairway.test","host":"127.0.0.1","port":18080}' > fairway.json
 *   export NODE_OPTIONS='--import=data:text/javascript,Date.now=()=>1781622000000'
 *   fairway() { node $HERE/apps/server/bin/fairway.js "$@"; }
 *   KEY=$(fairway admin issue-key --email live@example.com --plan military --json | grep -o 'fw_live_[A-Za-z0-9]*')
 *   fairway serve > server.log 2>&1 & unset NODE_OPTIONS
 *   node $HERE/scripts/compare-replies/main.ts record http://127.0.0.1:18080 a.ndjson.gz --live-key $KEY --log server.log
 *   kill %1
 *
 * Asset requests need the key, and sign-ins to the account area need the codes from the log.
 * Without the key and the log, the server rejects these requests. A quarter of the requests are
 * invalid. Random ids may differ between recordings, but they must correspond one to one.
 */
const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
const options = { count: text('12000'), seed: text('1'), 'live-key': text(''), log: text('') }
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [command, first = '', second = ''] = positionals
if (command === 'record') {
  const { count, seed, 'live-key': liveKey, log: logFile } = values
  await record(first, second, { count: Number(count), seed, liveKey, logFile })
} else if (command === 'compare') process.exitCode = compare(first, second) ? 0 : 1
else throw new Error('record <base-url> <file>, or compare <file> <file>')
