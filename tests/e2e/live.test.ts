import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { patient } from '../faults/support/plans.ts'
import { copyMaps } from '../support/maps/copy-maps.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { startHttpSink } from '../support/servers/http-sink.ts'
import { run } from '../support/servers/processes.ts'
import { type ServerProcess, startServer } from '../support/servers/server-process.ts'
import { type StoreSettings, type Stores, startStores } from '../support/servers/stores.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PATIENCE_MS, PHONE_OPTIONS, startConsole } from './support/console.ts'

const EMAIL = 'newcomer@example.com'
const patiently = { timeout: PATIENCE_MS, interval: 200 }
const args = ['--threads', '1']
// The simulator needs map tiles to find a town.
const env = { ...patient, FAIRWAY_MAP_TILES: 'true', FAIRWAY_WEBHOOK_PRIVATE_TARGETS: 'true' }

interface Live {
  readonly state: string
  readonly plan: { readonly route_id: string } | null
}

describe.skipIf(!requireOrSkip('chromium'))('Live page', () => {
  let stores: Stores
  let store: StoreSettings
  let under: ConsoleUnderTest
  let again: ServerProcess | undefined
  let opened: OpenPage
  let page: Page
  const refusedPushes: string[] = []

  beforeAll(async () => {
    stores = await startStores('embedded')
    store = await stores.fresh()
    await copyMaps(store.dataDir, 'water')
    under = await startConsole({ store, env, args })
    // The viewport is small because every pixel is rendered in software.
    opened = await under.open('#/live', { viewport: { width: 1100, height: 700 } })
    page = opened.page
    page.on('response', (reply) => {
      if (reply.status() === 429 && reply.url().endsWith('/position')) refusedPushes.push(reply.url())
    })
  })
  afterAll(async () => {
    await under?.close()
    await again?.stop()
    await stores?.dispose()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const row = (name: string) =>
    page.getByRole('list', { name: 'Fleet' }).getByRole('button', { name: new RegExp(name) })
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
  const key = () => page.evaluate<string>("JSON.parse(localStorage.getItem('fairway.key'))")
  const sent = async () => Number(/([\d,]+) positions sent/.exec((await part('Simulator').textContent()) ?? '')?.[1])

  async function ask<T>(path: string, body?: object): Promise<T> {
    const headers = { 'x-api-key': await key(), 'content-type': 'application/json' }
    const reply = await fetch(
      `${under.origin}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    return (await reply.json()) as T
  }
  const remove = async (id: string) => {
    await fetch(`${under.origin}/v1/assets/${id}`, { method: 'DELETE', headers: { 'x-api-key': await key() } })
  }
  const van = async () => {
    const { assets } = await ask<{ assets: { id: string; reference?: string }[] }>('/v1/assets')
    return assets.find(({ reference }) => reference === 'console-simulator')?.id ?? ''
  }

  test('asks a user of a service on another machine to contact the operator, without naming commands', async () => {
    // The service treats requests that a proxy forwarded as remote.
    const remote = await under.open('#/live', { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    try {
      await remote.page.getByLabel('Email address').fill('remote@example.com')
      await remote.page.getByRole('button', { name: 'Get a trial key', exact: true }).click()
      await remote.page.getByRole('button', { name: 'Show me', exact: true }).click()
      await remote.page.getByText('Ask the operator of the service to change the plan of remote@example.com').waitFor()
      expect(await remote.page.locator('body').textContent()).not.toMatch(/npx|fairway admin/)
    } finally {
      await remote.close()
    }
  })

  test('gives a new user a key, explains sending, and then shows a moving van', async () => {
    await page.getByLabel('Email address').fill(EMAIL)
    await button('Get a trial key').click()
    await button('Show me').click()
    await page.getByText('This key’s plan does not accept positions.').waitFor()
    await button('Copy the command').click()
    await expect.poll(clipboard).toBe(`npx fairway admin set-plan ${EMAIL} --plan pro --keep-keys`)
    await opened.screenshot('live-plan-needed')
    const command = (await clipboard()).split(' ').slice(2)
    expect((await runCli(command, { store })).code).toBe(0)
    await row('Demo van.*On route').waitFor()
    await expect.poll(sent, patiently).toBeGreaterThan(3)
    const { state, plan } = await ask<Live>(`/v1/assets/${await van()}/live`)
    expect([state, plan]).toEqual(['on_route', expect.objectContaining({ mode: 'road' })])
  })

  test('shows the van on the map and in the figures, with progress', async () => {
    const marker = page.locator('.marker-arrow')
    await marker.waitFor()
    await expect.poll(() => marker.getAttribute('aria-label')).toMatch(/^Demo van: On route\. .* to go/)
    const before = await marker.boundingBox()
    await button('× 4').click()
    await expect.poll(() => marker.boundingBox(), patiently).not.toEqual(before)
    const figures = await part('Demo van').textContent()
    for (const name of ['Last seen', 'Drift', 'Progress', 'Arrives at', 'Battery', 'Speed'])
      expect(figures).toContain(name)
    await opened.screenshot('live-on-route')
    await expectAccessible(page, 'van on its route')
  })

  test('shows assets of other programs, such as the copied command', async () => {
    await page.getByText('Register an asset').click()
    await page.getByLabel('Name', { exact: true }).fill('Van 9')
    await page
      .getByRole('group')
      .filter({ hasText: 'Register an asset' })
      .getByRole('button', { name: 'Copy as curl' })
      .click()
    await expect.poll(clipboard).toMatch(/^curl/)
    expect(JSON.parse(await run('bash', ['-c', `${await clipboard()} -s`]))).toMatchObject({ name: 'Van 9' })
    await row('Van 9.*No position yet').waitFor()
  })

  test('highlights an asset that leaves its route, and offers a reroute to accept', async () => {
    const before = (await ask<Live>(`/v1/assets/${await van()}/live`)).plan?.route_id
    await row('Demo van').click()
    await button('Leave the route').click()
    await row('Demo van.*Off route').waitFor()
    const offer = part('Reroute')
    await offer.getByText(/ to the destination, at the current pace. The new route is dashed on the map/).waitFor()
    await opened.screenshot('live-off-route')
    await expectAccessible(page, 'offered reroute')
    const taken = page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/route'))
    await offer.getByRole('button', { name: 'Use new route' }).click()
    expect((await taken).postDataJSON()).toEqual({ reroute: true, geometry: 'points' })
    await row('Demo van.*(On route|Drifting)').waitFor()
    expect((await ask<Live>(`/v1/assets/${await van()}/live`)).plan?.route_id).not.toBe(before)
  })

  test('reports after a reload that the simulation has ended, and restores the selection', async () => {
    // These checks name the text that the panel shows instead, such as the reason why a run has ended.
    await expect.poll(() => part('Simulator').textContent(), patiently).toMatch(/positions sent/)
    await page.reload()
    await expect
      .poll(() => part('Simulator').textContent(), patiently)
      .toMatch(/The simulator stopped when this page was reloaded/)
    await part('Demo van').waitFor()
    await expect.poll(() => row('Demo van').getAttribute('aria-pressed')).toBe('true')
    await button('Show me').click()
    await row('Demo van.*On route').waitFor()
    await button('× 4').click()
    await part('Simulator').getByText('At four times the planned speed.').waitFor()
    // The normal speed keeps the van from arriving before the last test that needs it, even on a slow machine.
    await button('× 1').click()
    await expect.poll(() => part('Simulator').textContent()).not.toContain('At four times')
  })

  test('reports pushes that are too fast, and loses nothing', async () => {
    // The simulator alone stays within the limits of its pricing plan.
    expect(refusedPushes).toEqual([])
    const id = await van()
    const others: Promise<unknown>[] = []
    const rival = setInterval(
      () => others.push(ask(`/v1/assets/${id}/position`, { at: [-34.9, -56.16], time: 1_700_000_000 })),
      120,
    )
    try {
      await part('Simulator')
        .getByText(/Position pushes on the pro plan are limited to 2 per second/)
        .waitFor()
    } finally {
      clearInterval(rival)
      // The next test kills the server, which would make pending requests fail.
      await Promise.all(others)
    }
    await part('Simulator')
      .getByText(/limited to 2 per second/)
      .waitFor({ state: 'detached' })
    await expect.poll(() => part('Simulator').textContent(), patiently).not.toContain('queued.')
  })

  test('reports an outage of the service and its end, without missing positions', async () => {
    expect(opened.complaints).toEqual([])
    await under.server.kill()
    const goneAt = Date.now()
    await page.getByText('Connection lost. Reconnecting automatically; no positions will be missed.').waitFor()
    await part('Simulator').getByText('The service is not responding. The van keeps driving.').waitFor()
    await part('Simulator')
      // The pattern expects one more position than the check below, because the first may have been sent just before
      // the shutdown.
      .getByText(/ ([4-9]|\d[\d,]+) queued\./)
      .waitFor()
    await page.getByText('Register an asset').click()
    await page.getByLabel('Name', { exact: true }).fill('Van 10')
    await button('Register').click()
    const refused = page.getByText('Your entries are kept; try again when it is back.')
    await refused.waitFor()
    await opened.screenshot('live-gone')
    const backAt = Date.now()
    again = await startServer({ store, env, args: [...args, '--port', new URL(under.origin).port] })
    await page.getByText('Connected', { exact: true }).waitFor()
    await expect.poll(() => refused.count()).toBe(0)
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Van 10')
    await expect.poll(() => part('Simulator').textContent(), patiently).not.toMatch(/is not responding|queued\./)
    const { positions } = await ask<{ positions: { time: string }[] }>(`/v1/assets/${await van()}/track?limit=10000`)
    const meanwhile = positions.filter(({ time }) => Date.parse(time) > goneAt && Date.parse(time) < backAt)
    expect(meanwhile.length).toBeGreaterThanOrEqual(3)
    opened.complaints.length = 0 // MapLibre logs every tile that it could not fetch during the outage.
  })

  test('can pause, reroute manually, stop and remove the van', async () => {
    await button('Pause').click()
    await part('Simulator').getByText('The simulation is paused.').waitFor()
    await button('Resume').click()
    await row('Van 9').click()
    await button('Assign a route').click()
    await page.getByRole('combobox', { name: 'From', exact: true }).fill('-34.9066, -56.1671')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('-34.9094, -56.1653')
    await page.keyboard.press('Enter')
    await button('Plan route').click()
    await row('Van 9.*Has a route').waitFor()
    await button('Remove').click()
    await button('Remove asset').click()
    await row('Van 9').waitFor({ state: 'detached' })
    await part('Simulator').getByRole('button', { name: 'Stop' }).click()
    await button('Show me').waitFor()
  })

  test('shows a stale off-route asset as such, last in the list, and on the map and its card when selected', async () => {
    const { id } = await ask<{ id: string }>('/v1/assets', { name: 'A silent van', kind: 'vehicle' })
    const ends = { from: [-34.9066, -56.1671], to: [-34.8836, -56.0819] }
    const { route } = await ask<{ route: { geometry: [number, number][] } }>(`/v1/assets/${id}/route`, {
      ...ends,
      geometry: 'points',
    })
    const away = [-34.87, -34.8695, -34.869, -34.8685].map((latitude) => [latitude, -56.19])
    const seconds = [900, 890, 880, 500, 490, 480, 470]
    const positions = [...route.geometry.slice(0, 3), ...away].map((at, index) => ({
      at,
      time: new Date(Date.now() - 1_000 * (seconds[index] ?? 0)).toISOString(),
    }))
    // The simulator may have pushed a position just before, so the test retries.
    const push = () => ask<{ accepted?: number }>(`/v1/assets/${id}/position`, { positions })
    await expect.poll(async () => (await push()).accepted, { timeout: PATIENCE_MS, interval: 1_000 }).toBe(7)
    await row('A silent van.*No signal, was off route.* km off its route as of ').waitFor()
    const rows = page.getByRole('list', { name: 'Fleet' }).getByRole('listitem')
    await expect.poll(() => rows.last().textContent()).toContain('A silent van')
    const scale = page.locator('.maplibregl-ctrl-scale')
    // The map loads no tiles between clicks that come at once.
    await page.getByRole('button', { name: 'Zoom out' }).evaluate((element: HTMLElement) => {
      for (let zooms = 0; zooms < 8; zooms++) element.click()
    })
    await expect.poll(() => scale.textContent()).toMatch(/^\d{2,}\skm$/)
    await page.setViewportSize({ width: 1100, height: 460 })
    await row('A silent van').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => scale.textContent(), patiently).toMatch(/^([1-5]\skm|\d+\sm)$/)
    const heading = part('A silent van').getByRole('heading', { name: /No signal, was off route/ })
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(420)
    await expect
      .poll(() => part('A silent van').textContent())
      .toMatch(/Remaining[\d.]+ km as of .*Arrives at.* as of /)
    await expect.poll(() => part('A silent van').textContent()).not.toContain('Arrives in')
    await page.setViewportSize({ width: 1100, height: 700 })
    await button('Remove').click()
    await button('Remove asset').click()
    await row('A silent van').waitFor({ state: 'detached' })
  })

  test('draws a geofence, lists its events, sends them to a webhook and replays the trip', async () => {
    await page.goto(`${under.origin}/#/geofences`)
    await button('Draw a circle').click()
    await button('Use the map center').click()
    await page.getByLabel('Name', { exact: true }).fill('Depot')
    await page.getByLabel('Radius (m)').fill('300')
    await button('Save').click()
    await button('Edit Depot').waitFor()
    await expectAccessible(page, 'geofence')
    const { geofences } = await ask<{ geofences: { circle: { center: [number, number] } }[] }>('/v1/geofences')
    const [latitude = 0, longitude = 0] = geofences[0]?.circle.center ?? []
    const receiver = await startHttpSink(() => ({ status: 204 }))
    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await page.getByText('Add a webhook').click()
    await page.getByLabel('URL of your server').fill(receiver.url)
    await button('Add webhook').click()
    await button('Send a test').click()
    await page.getByText(/^✓ Your server replied with 204/).waitFor()
    const { id } = await ask<{ id: string }>('/v1/assets', { name: 'Van 12', kind: 'vehicle' })
    const drive = Array.from({ length: 60 }, (_, index) => ({
      at: [latitude + index * 0.0002, longitude],
      time: new Date(Date.now() - 6_000 * (60 - index)).toISOString(),
      accuracy_m: 5,
    }))
    await ask(`/v1/assets/${id}/position`, { positions: drive })
    const events = page.getByRole('list', { name: 'Events' })
    await events.getByText(/^Van 12 left Depot/).waitFor()
    await events.getByText(/^Van 12 entered Depot/).waitFor()
    await button('Log').click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Delivered').nth(1).waitFor()
    await expectAccessible(page, 'events and messages')
    await button(/^Send again: /)
      .first()
      .click()
    // The receiver gets the test message, two events and the repeated event.
    await receiver.next(4)
    await receiver.dispose()
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await button('Van 12').click()
    await page.getByText(/^1 trip, 1\.\d km$/).waitFor()
    await button(/^Replay the trip that started at /).click()
    await page.getByRole('button', { name: 'Replayed position' }).waitFor()
    await expect.poll(() => part('Replay').getByRole('status').textContent(), patiently).toMatch(/\d/)
    await expectAccessible(page, 'replayed trip')
    await remove(id)
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
  })

  test('dispatches the tours of a delivery day, and shows their progress', async () => {
    const stops = '-34.9059,-56.1913;-34.8941,-56.1527;-34.9094,-56.1653;-34.8836,-56.0819;-34.9066,-56.1671'
    await page.goto(`${under.origin}/#/optimise?stops=${stops}&tours=round&vehicles=2&max_stops=3`)
    await button(/^Dispatch (the tour|2 tours)$/).click()
    const tour = part('Tour')
    await tour.getByText(/^0 of \d stops done/).waitFor()
    await tour.getByRole('button', { name: 'Actions for stop 1' }).click()
    await button('Mark done').click()
    await tour.getByText(/^1 of \d stops done/).waitFor()
    await expectAccessible(page, 'dispatched tour')
    const { assets } = await ask<{ assets: { id: string; name: string }[] }>('/v1/assets')
    for (const { id, name } of assets) if (/^Van \d$/.test(name)) await remove(id)
  })

  test('reports an invalid key, with a remedy', async () => {
    await page.evaluate(`localStorage.setItem('fairway.key', '"fw_live_wrong"')`)
    await page.reload()
    await page.getByRole('alert').getByRole('link', { name: 'Sign in or enter another key' }).waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^The key used by this console is unknown/)
    await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
    await expect.poll(() => button('Show me').count()).toBe(0)
    await button('Forget the key …rong').click()
    await button('Get a trial key').waitFor()
  })

  test('does not overflow on a phone in dark mode, and has no console errors or third-party requests', async () => {
    await opened.close()
    const phone = await under.open('#/live', { ...PHONE_OPTIONS, colorScheme: 'dark' })
    await phone.page.getByRole('button', { name: 'Get a trial key' }).waitFor()
    await expect
      .poll(() => phone.page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(390)
    await phone.screenshot('live-phone')
    expect([...opened.complaints, ...phone.complaints]).toEqual([])
    for (const address of [...opened.requested, ...phone.requested])
      expect(address.startsWith('blob:') || address.startsWith(under.origin) || address).toBe(true)
    await phone.close()
  })
})
