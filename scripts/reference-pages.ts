import type { Command } from 'commander'
import { createProgram } from '../apps/server/commands/program.ts'
import { defaultPlans } from '../apps/server/platform/config/plans.ts'
import { settings, toFileSettingName } from '../apps/server/platform/config/settings.ts'
import { listErrors } from './error-tables.ts'
import { licensesPage } from './license-page.ts'

/** Generates the reference pages from the code, so that they always match the code. */
export function referencePages(): Record<string, string> {
  return {
    'reference/configuration.md': configurationPage(),
    'reference/errors.md': errorsPage(),
    'reference/plans.md': plansPage(),
    'reference/command-line.md': commandLinePage(),
    'licences.md': licensesPage(),
  }
}

const GENERATED_NOTE = '<!-- Generated from the code by `npm run docs`; a test fails when it is out of date. -->\n'

function configurationPage(): string {
  const rows = Object.values(settings).map((setting) => {
    const fallback = setting.fallback === undefined ? '' : `\`${setting.fallback}\``
    return `| \`${setting.env}\` | \`${toFileSettingName(setting)}\` | ${fallback} | ${setting.description} It must be ${setting.parse.expects}. |`
  })
  return `# Configuration

${GENERATED_NOTE}
No configuration is required. Command-line options override the environment, the environment overrides the file, and
the file overrides the defaults. The file is JSON: \`--config FILE\`, or \`FAIRWAY_CONFIG\`, or \`fairway.json\` in the
folder where the server is started. All errors are reported together before the server starts; \`fairway config\`
checks the configuration and shows the result.

| environment variable | name in the file | default | description |
|---|---|---|---|
${rows.join('\n')}

The limits of the [plans](plans.md) can be changed only in the file:

\`\`\`json
{ "plans": { "pro": { "routes_per_month": 3000000, "per_second": 80, "burst": 160, "matrix_points": 2000 }, "trial": { "days": 14 } } }
\`\`\`

The limits for jobs are \`max_jobs\`, \`job_points\` and \`job_items\`. The limits for live tracking are \`web_polls_per_s\`, \`api_live_polls_per_s\`, \`gps_push_per_s\` (the last two may be \`null\`, which means not
included in the plan), \`max_assets\` and \`track_days\`.
`
}

function errorsPage(): string {
  const rows = listErrors()
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
    .map(({ status, code, text }) => `| ${status} | \`${code}\` | ${text.replaceAll('|', '\\|')} |`)
  return `# Errors

${GENERATED_NOTE}
Every error reply is \`{ "busy": boolean, "detail": string }\`. \`busy\` is true for 429, 502 and 503: the
same request may succeed later, and \`Retry-After\` is the number of seconds to wait. After 408, send the
same request again. Status 500 means that the service itself failed; report it. After any other status, change the
request before you send it again. Every reply has an \`X-Request-Id\`; include it when you report a problem.

The header \`X-Error-Code\` of every error reply identifies a row of this table. This includes errors that the format of another
provider reports with status 200. Texts may change, but codes do not: compare codes in programs, and show \`detail\` to people.
\`/openapi.json\` lists the codes for each operation. New versions may add codes, so handle an unknown code by its status.

| status | code | example of \`detail\` |
|---|---|---|
${rows.join('\n')}
`
}

function plansPage(): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const dash = (value: number | null) => (value === null ? '–' : String(value))
  const plans = Object.entries(defaultPlans(settings.trialDays.fallback))
  const limits = plans.map(
    ([name, plan]) =>
      `| ${name} | ${dash(plan.pricePerMonth)} | ${count(plan.routesPerMonth)} | ${plan.perSecond} | ${plan.burst} | ${dash(plan.days)} | ${count(plan.matrixPoints)} | ${count(plan.maxBudgetMs)} | ${plan.computeWeight} |`,
  )
  const jobs = plans.map(
    ([name, { maxJobs, jobPoints, jobItems }]) => `| ${name} | ${maxJobs} | ${count(jobPoints)} | ${count(jobItems)} |`,
  )
  const live = plans.map(
    ([name, { live: tracking }]) =>
      `| ${name} | ${tracking.webPollsPerSecond} | ${dash(tracking.apiLivePollsPerSecond)} | ${dash(tracking.gpsPushPerSecond)} | ${tracking.maxAssets} | ${tracking.trackDays} |`,
  )
  return `# Plans and limits

${GENERATED_NOTE}
| plan | price per month | routes per month | requests per second | burst | days | points per side of a matrix, or per optimization | search time of an optimization, ms | compute weight |
|---|---|---|---|---|---|---|---|---|
${limits.join('\n')}

New accounts get the \`trial\` plan (signup also accepts its older name, \`free\`). The operator assigns the other plans with
\`fairway admin issue-key\`. Without a key, each IP address can send ${settings.anonymousPerSecond.fallback} requests per second with bursts of ${settings.anonymousBurst.fallback},
and a matrix can have ${settings.anonymousMatrixPoints.fallback} origins and ${settings.anonymousMatrixPoints.fallback} destinations. An optimization without a key searches for at most ${count(settings.anonymousBudgetMs.fallback)} ms.

Heavy work (large matrices, optimizations, voyages and flights) runs on the compute threads. Accounts share their time in
proportion to the compute weight of their plan; each IP address without a key has a weight of 1. The paid plans (starter, pro,
aviation and military) have a reserved share: other requests never occupy all compute threads, and they get a sixteenth of the time while
paid requests are waiting.

Limits apply to the account, so all its keys share them. Only successful requests count against the monthly quota, which
resets at the start of the month, UTC. Replies include \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` (seconds until the full burst is available again).

Limits of [jobs](../guides/jobs.md):

| plan | jobs queued or running | points per side of a matrix, or stops in an optimization | traces, isochrones or queries |
|---|---|---|---|
${jobs.join('\n')}

Live tracking limits per plan (a dash means that the plan does not include it):

| plan | web polls/s | API live polls/s | GPS pushes/s | assets | days positions are kept |
|---|---|---|---|---|---|
${live.join('\n')}

The rates for polling requests and pushes apply to each asset and channel separately. With \`FAIRWAY_LIVE_RATE_SCOPE=account\` they apply
to all assets of an account together. A push counts once, no matter how many positions it contains. Within these rates, polling requests and
pushes do not count toward the requests per second of the account ([why](../decisions/0009-rates-of-live-requests.md)).
`
}

function commandLinePage(): string {
  const program = createProgram()
  const sections = allCommands(program).map(({ name, command }) => `## ${name}\n\n\`\`\`\n${helpOf(command)}\n\`\`\`\n`)
  return `# Command line

${GENERATED_NOTE}
Run \`npx fairway\` in the repository. Operator commands work while a server is running. The server picks up changes within half a
second (a new map within two). Exit codes: 0 success, 1 failure, 2 invalid command line or configuration, 3 account, key, region
or extract not found, 4 not possible in the current state, 5 database, Redis, port, data folder or mirror unavailable.

${sections.join('\n')}`
}

function allCommands(program: Command): { name: string; command: Command }[] {
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [{ name: `fairway ${command.name()}`, command }]
      : command.commands.map((inner) => ({ name: `fairway ${command.name()} ${inner.name()}`, command: inner })),
  )
}

function helpOf(command: Command): string {
  return command.configureHelp({ helpWidth: 110 }).helpInformation().trimEnd()
}
