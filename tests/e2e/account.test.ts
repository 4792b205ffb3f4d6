import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withPlans } from '../faults/support/plans.ts'
import { requireOrSkip } from '../support/servers/backends.ts'
import { type HttpSink, startHttpSink } from '../support/servers/http-sink.ts'
import { run } from '../support/servers/processes.ts'
import { type SmtpSink, startSmtpSink } from '../support/servers/smtp.ts'
import { type Stores, startStores } from '../support/servers/stores.ts'
import { expectAccessible } from './support/accessibility.ts'
import { type ConsoleUnderTest, type OpenPage, PATIENCE_MS, PHONE_OPTIONS, startConsole } from './support/console.ts'

const EMAIL = 'ada@example.com'
const patiently = { timeout: PATIENCE_MS, interval: 100 }

describe.skipIf(!requireOrSkip('chromium'))('Account page', () => {
  let stores: Stores
  let mail: SmtpSink
  let sms: HttpSink
  let under: ConsoleUnderTest
  let opened: OpenPage
  let page: Page

  beforeAll(async () => {
    ;[stores, mail, sms] = await Promise.all([startStores('embedded'), startSmtpSink(), startHttpSink()])
    const store = await stores.fresh()
    // The tests send requests faster than a person would.
    const env = {
      ...(await withPlans(store, { trial: { burst: 50 } })),
      FAIRWAY_SMTP_URL: mail.url,
      FAIRWAY_TEXT_PROVIDER: 'webhook',
      FAIRWAY_TEXT_WEBHOOK_URL: sms.url,
      FAIRWAY_TEXT_WEBHOOK_SECRET: 'secret',
    }
    under = await startConsole({ store, env, args: ['--threads', '1'], withoutMap: true })
    opened = await under.open('#/account')
    page = opened.page
  })
  afterAll(async () => {
    await under?.close()
    await Promise.all([mail?.dispose(), sms?.dispose(), stores?.dispose()])
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const sees = async (text: string | RegExp) => await page.getByText(text).first().waitFor()
  const press = async (name: string | RegExp) => await button(name).last().click()
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
  const statusWith = async (key: string, path = '/v1/account/usage') =>
    (await fetch(`${under.origin}${path}`, { headers: { 'x-api-key': key } })).status
  const codeFor = async () => /\b\d{6}\b/.exec((await mail.next()).text)?.[0] ?? ''

  async function shownKey(): Promise<string> {
    const key = (await part('Your new key').locator('code').textContent()) ?? ''
    expect(key).toMatch(/^fw_live_/)
    await part('Your new key').getByRole('button', { name: 'Copy the key' }).click()
    await expect.poll(clipboard, patiently).toBe(key)
    return key
  }

  async function signIn(): Promise<void> {
    await press('Send me a code')
    await page.getByLabel('Code from the email').fill(await codeFor())
    await press('Sign in')
    await sees('Signed in as')
  }

  test('issues a key for an email, which the console uses immediately', async () => {
    await press('Sign up')
    await page.getByLabel('Email address').fill('nobody')
    await press('Get a trial key')
    await sees(/email is "nobody"; give a valid email address/)
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('nobody')
    await page.getByLabel('Email address').fill(EMAIL)
    await press('Get a trial key')
    const key = await shownKey()
    expect(await statusWith(key)).toBe(200)
    await sees(/Plan trial: 2 requests per second/)
    await part('Usage').getByRole('button', { name: 'Copy as curl' }).click()
    await expect.poll(clipboard, patiently).toMatch(/^curl/)
    expect(JSON.parse(await run('bash', ['-c', `${await clipboard()} -s`]))).toMatchObject({ plan: 'trial' })
    // The service cannot return the key again, so it stays visible until the user dismisses it.
    await page.reload()
    expect(await shownKey()).toBe(key)
    await press('Done')
    await expect.poll(() => part('Your new key').count()).toBe(0)
    await page.reload()
    await sees(`This console uses the key …${key.slice(-4)}`)
    await expect.poll(() => part('Your new key').count()).toBe(0)
  })

  test('shows and copies the current key, and removes it in all tabs after confirmation', async () => {
    const key = await page.evaluate<string>("JSON.parse(localStorage.getItem('fairway.key'))")
    await press('Show')
    await sees(key)
    await press('Hide')
    await press('Copy the key in use')
    await expect.poll(clipboard, patiently).toBe(key)
    const other = await page.context().newPage()
    await other.goto(`${under.origin}/#/account`)
    await other.getByRole('button', { name: 'Forget key' }).click()
    await other.getByRole('button', { name: 'Keep the key' }).click()
    await sees(`This console uses the key …${key.slice(-4)}`)
    await other.getByRole('button', { name: 'Forget key' }).click()
    await other.getByRole('button', { name: 'Forget the key' }).click()
    await sees('This console sends requests without a key')
    await other.close()
    await page.getByLabel('API key').fill(key)
    await press('Use key')
    await sees(`This console uses the key …${key.slice(-4)}`)
  })

  test('rejects an unknown key without replacing the current one; a key refused later is removed with one click', async () => {
    const key = await page.evaluate<string>("JSON.parse(localStorage.getItem('fairway.key'))")
    await page.getByLabel('API key').fill('fw_live_nonsense')
    await press('Use key')
    await sees(/^This key is unknown.* Nothing was changed\.$/)
    await expect.poll(() => part('Console key').textContent()).toContain(`…${key.slice(-4)}`)
    await page.evaluate("localStorage.setItem('fairway.key', '\"fw_live_wrong\"')")
    await page.reload()
    await press('Forget the key …rong')
    await sees('This console sends requests without a key')
    await page.getByLabel('API key').fill(key)
    await press('Use key')
    await sees(`This console uses the key …${key.slice(-4)}`)
  })

  test('shows the new key to a user who signs up with a key in use, and keeps the old one until the new one is selected', async () => {
    const key = await page.evaluate<string>("JSON.parse(localStorage.getItem('fairway.key'))")
    await press('Sign up')
    await page.getByLabel('Email address').fill('second@example.com')
    await press('Get a trial key')
    await sees(`This console keeps using the key …${key.slice(-4)}`)
    expect(await shownKey()).not.toBe(key)
    await expect.poll(() => part('Console key').textContent()).toContain(`…${key.slice(-4)}`)
    await opened.screenshot('account-second-key')
    await press('Done')
  })

  test('reports a wrong code, and signs in with the code of the mail', async () => {
    await press('Sign in')
    await page.getByLabel('Email address').fill(EMAIL)
    await press('Send me a code')
    const code = await codeFor()
    // Phones may reload a tab while the user reads the email.
    await page.reload()
    await page.getByLabel('Code from the email').waitFor()
    await sees(`If ${EMAIL} has an account`)
    await page.getByLabel('Code from the email').fill(code === '123456' ? '654321' : '123456')
    await press('Sign in')
    await sees('code is wrong; 4 attempts are left')
    await page.getByLabel('Code from the email').fill(code)
    await page.keyboard.press('Enter')
    await sees('Signed in as')
    await expect.poll(() => part('Signed in').textContent()).toContain(EMAIL)
    await expect
      .poll(() => part('Plan').textContent())
      .toMatch(/GPS positions not accepted; the starter plan and higher plans accept them/)
  })

  test('creates, rotates and revokes keys; each is shown once', async () => {
    await page.getByLabel('Label for the new key').fill('delivery app')
    await press('Create a key')
    const first = await shownKey()
    expect(await statusWith(first)).toBe(200)
    await page.reload()
    expect(await shownKey()).toBe(first)
    await part('Your new key').getByRole('button', { name: 'Use in this console' }).click()
    await sees(`This console uses the key …${first.slice(-4)}`)
    await press('Done')

    await press('Rotate delivery app')
    await page.getByLabel('Keep the old key valid for (hours)').fill('1000')
    await press('Rotate key')
    await sees(/overlap_hours/)
    await page.getByLabel('Keep the old key valid for (hours)').fill('2')
    await press('Rotate key')
    await sees(/Replaced; valid until/)
    const second = await shownKey()
    expect(second).not.toBe(first)
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
    await opened.screenshot('account-keys', 'panel')
    await expectAccessible(page, 'new key')
    await press('Done')

    await page
      .getByRole('listitem')
      .filter({ hasText: 'Replaced' })
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await press('Keep key')
    expect(await statusWith(first)).toBe(200)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Replaced' })
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await press('Revoke key')
    await page.getByRole('button', { name: 'Show inactive keys (1)' }).click()
    await sees(/^Revoked/)
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
    // The user revoked the current key, so the pages stop using it.
    await sees('This console sends requests without a key')
    for (let i = 0; i < 7; i++) expect(await statusWith(second, '/v1/assets')).toBe(200)
  })

  test('keeps a name of one long word within the panel', async () => {
    await page.getByLabel('Label for the new key').fill(`مفتاح ร้าน ${'W'.repeat(70)}`)
    await press('Create a key')
    await part('Your new key').waitFor()
    await press('Done')
    await page.getByRole('button', { name: /^Revoke .*W{70}/ }).waitFor()
    const panel = await page.evaluate<number[]>(
      "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('main'))",
    )
    expect(panel[0]).toBe(panel[1])
    await page.getByRole('button', { name: /^Revoke .*W{70}/ }).click()
    await press('Revoke key')
  })

  test('renames and restricts a key', async () => {
    await page.getByLabel('Label for the new key').fill('web map')
    await press('Create a key')
    const key = await shownKey()
    await press('Done')
    await press('Edit web map')
    await page.getByLabel('Label', { exact: true }).fill('store finder')
    await page.getByLabel('Allowed operations').fill('route, fly')
    await press('Save key')
    await sees(/The list of allowed operations contains "fly"; the operations are route/)
    await page.getByLabel('Allowed operations').fill('usage, route')
    await page.getByLabel('Allowed networks').fill('127.0.0.1, ::1')
    await page.getByLabel('Expires').fill('2030-01-01T12:00')
    await press('Save key')
    await sees(/only usage, route; only from 127\.0\.0\.1, ::1; expires .*2030/)
    await page.getByRole('button', { name: 'Edit store finder' }).waitFor()
    expect([await statusWith(key), await statusWith(key, '/v1/assets')]).toEqual([200, 403])
    await press('Edit store finder')
    for (const field of ['Allowed operations', 'Allowed networks', 'Expires']) await page.getByLabel(field).fill('')
    await opened.screenshot('account-edit-key', 'panel')
    await expectAccessible(page, 'form of a key')
    await press('Save key')
    await expect.poll(() => part('Keys').textContent(), patiently).not.toContain('only usage')
    expect(await statusWith(key, '/v1/assets')).toBe(200)
    await press('Revoke store finder')
    await press('Revoke key')
  })

  test('shows the activity of the account, page after page', async () => {
    await press('Refresh activity')
    await part('Activity')
      .getByRole('row', { name: /You 127\.0\.0\.1 Key revoked key_/ })
      .first()
      .waitFor()
    const rows = await part('Activity').getByRole('row').count()
    await press('Show older activity')
    await expect.poll(() => part('Activity').getByRole('row').count(), patiently).toBeGreaterThan(rows)
    await opened.screenshot('account-activity', 'panel')
    await expectAccessible(page, 'account with keys and activity')
  })

  test('fits on a phone, with the sign-in form and with the same account', async () => {
    const phone = await under.open('#/account', { ...PHONE_OPTIONS, colorScheme: 'dark' })
    const overflow = () => phone.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    await phone.page.getByRole('button', { name: 'Send me a code' }).waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await phone.screenshot('account-phone')
    await phone.page.context().addCookies(await page.context().cookies())
    await phone.page.evaluate("localStorage.setItem('fairway.signed-in', 'true')")
    await phone.page.reload()
    await phone.page.getByText('Signed in as').first().waitFor()
    await phone.page.getByRole('region', { name: 'Activity' }).getByRole('row').nth(3).waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectAccessible(phone.page, 'account on a phone')
    expect(phone.complaints).toEqual([])
    for (const address of phone.requested)
      expect(address.startsWith('blob:') || address.startsWith(under.origin) || address).toBe(true)
    await phone.close()
  })

  test('exports all data as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export all data' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^acc_\w+\.json$/)
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ account: { email: EMAIL } })
  })

  test('shows usage by operation', async () => {
    await press('Refresh')
    await part('Usage').getByRole('row', { name: 'assets.list 8 0' }).waitFor()
    await expect.poll(() => part('Usage').textContent()).toMatch(/0 of 25,000 routes used this month/)
    await expect
      .poll(() => part('Usage').getByRole('img').getAttribute('aria-label'))
      .toMatch(/^Requests by day: \d+ in total/)
    await page.getByLabel('Days').selectOption('7')
    await expect.poll(() => part('Usage').locator('rect').count()).toBe(7)
    // The style sheets of other pages stay in the document.
    const plot = part('Usage').locator('figure')
    const before = await plot.boundingBox()
    await page.getByRole('link', { name: 'Optimize', exact: true }).click()
    await page.getByRole('heading', { name: 'Optimize' }).waitFor()
    await page.goBack()
    await expect
      .poll(() => plot.boundingBox(), patiently)
      .toMatchObject({ width: before?.width, height: before?.height })
    await opened.screenshot('account-usage', 'panel')
  })

  test('validates, confirms and removes the mobile number; turns sharing off', async () => {
    await page.getByLabel('Number with country code').fill('12')
    await press('Save')
    await sees(/phone is "12"; give the number with its country code/)
    await page.getByLabel('Number with country code').fill('+598 2 123 4567')
    await press('Save')
    await part('Mobile number').getByText('+59821234567 (not confirmed)').waitFor()
    const smsCode = async (count: number) =>
      /\b\d{6}\b/.exec(JSON.parse((await sms.next(count)).at(-1)?.body ?? '').body)?.[0] ?? ''
    const firstCode = await smsCode(1)
    await page.getByLabel('Code from the SMS').fill('nonsense')
    await press('Confirm number')
    await sees(/code is wrong; 4 attempts are left/)
    await press('Send a new code')
    const secondCode = await smsCode(2)
    expect([firstCode, secondCode]).toEqual([expect.stringMatching(/^\d{6}$/), expect.stringMatching(/^\d{6}$/)])
    await opened.screenshot('account-phone-code', 'panel')
    await page.getByLabel('Code from the SMS').fill(secondCode)
    await press('Confirm number')
    await part('Mobile number').getByText('+59821234567', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Code from the SMS').count()).toBe(0)
    await press('Remove number')
    await page.getByLabel('Number with country code').waitFor()
    await page.getByLabel(/Share the speeds of your vehicles/).click()
    await expect.poll(() => page.getByLabel(/Share the speeds of your vehicles/).isChecked()).toBe(false)
  })

  test('reports an expired session without losing input', async () => {
    await page.getByLabel('Label for the new key').fill('night shift')
    await page.getByLabel('Number with country code').fill('+49 30 123')
    await page.context().clearCookies()
    await press('Create a key')
    await sees('Your session has expired. Sign in again to continue; your entries are kept.')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(EMAIL)
    await opened.screenshot('account-ended')
    await signIn()
    await expect.poll(() => page.getByLabel('Label for the new key').inputValue()).toBe('night shift')
    await expect.poll(() => page.getByLabel('Number with country code').inputValue()).toBe('+49 30 123')
    await page.reload()
    await sees('Signed in as')
    await expect.poll(() => part('Your new key').count()).toBe(0)
    await press('Sign out')
    await button('Send me a code').waitFor()
  })

  test('signs out everywhere, and deletes the account after its address is typed', async () => {
    await page.getByLabel('Email address').fill(EMAIL)
    await signIn()
    await press('Sign out everywhere')
    await button('Send me a code').waitFor()
    await signIn()
    await press('Delete account')
    await press('Keep account')
    await press('Delete account')
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill('eve@example.com')
    await press('Delete account and data')
    await sees('"eve@example.com" is not the address of this account')
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL)
    await opened.screenshot('account-delete', 'panel')
    await press('Delete account and data')
    await button('Send me a code').waitFor()
    await press('Sign up')
    await page.getByLabel('Email address').fill(EMAIL)
    await press('Get a trial key')
    await shownKey()
    await press('Done')
    await press('Sign in')
  })

  test('reports too many codes with the time to wait', async () => {
    await page.getByLabel('Email address').fill('often@example.com')
    for (let i = 0; i < 5; i++) {
      await press('Send me a code')
      await press('Change the address or get a new code')
    }
    await press('Send me a code')
    await sees(/The maximum of 5 codes per hour for this email address from your network has been reached/)
    await sees(/Try again in \d+ min/)
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('often@example.com')
  })

  test('has no console errors or third-party requests', () => {
    expect(opened.complaints).toEqual([])
    for (const address of opened.requested)
      expect(address.startsWith('blob:') || address.startsWith(under.origin) || address).toBe(true)
  })
})
