import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { PATIENCE_MS } from './console.ts'

export type LatLon = readonly [number, number]

/** Two positions in Montevideo with several routes between them. */
export const centrePosition: LatLon = [-34.9059, -56.1913]
export const eastPosition: LatLon = [-34.8836, -56.0819]
export const roadLink = `#/plan?mode=road&from=${centrePosition}&to=${eastPosition}`

export const box = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true })
export const pin = (page: Page, name: 'From' | 'To' | `Via ${number}`): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}.*Use the arrow keys to move it`) })
export const waysIn = (page: Page): Locator => page.getByRole('region', { name: 'Routes' }).getByRole('button')

export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: PATIENCE_MS, interval: 50 })

/** Polls the displayed error message. */
export const told = (page: Page) => eventually(() => page.getByRole('alert').textContent())

/** Returns the position of the tip of a pin on the page. */
export async function tipOf(marker: Locator): Promise<{ x: number; y: number }> {
  const found = await marker.boundingBox()
  if (!found) throw new Error('the pin is not on the page')
  return { x: found.x + found.width / 2, y: found.y + found.height }
}

/**
 * Returns the page position of a coordinate, derived from two known pins. The map uses Mercator and is never rotated.
 */
export async function pixelOf(page: Page, place: LatLon, from: LatLon, to: LatLon): Promise<{ x: number; y: number }> {
  const [a, b] = [await tipOf(pin(page, 'From')), await tipOf(pin(page, 'To'))]
  const perDegree = (b.x - a.x) / (to[1] - from[1])
  const perUnit = (b.y - a.y) / (northing(to[0]) - northing(from[0]))
  return {
    x: a.x + (place[1] - from[1]) * perDegree,
    y: a.y + (northing(place[0]) - northing(from[0])) * perUnit,
  }
}

function northing(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
}

/**
 * Waits until the first route is shown and its line is on the map. The line can then be dragged at its start below the
 * first pin.
 */
export async function firstAnswer(page: Page): Promise<void> {
  // The page loads, compiles and draws everything for the first time, with software rendering.
  await waysIn(page).first().waitFor()
  await pin(page, 'To').waitFor()
  await lineDrawn(page)
}

export async function lineDrawn(page: Page): Promise<void> {
  const handle = page.locator('.line-handle')
  let nudge = 0
  const grab = async () => {
    const { x, y } = await tipOf(pin(page, 'From'))
    await page.mouse.move(x + (nudge++ % 2), y + 5)
    expect(await handle.count()).toBe(1)
  }
  // Hooks cannot use `eventually`.
  await vi.waitFor(grab, { timeout: PATIENCE_MS, interval: 50 })
  await page.mouse.move(0, 0)
  await handle.waitFor({ state: 'detached' })
}

/** Moves the mouse in many small steps, as a user would. */
export async function dragMouse(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(from.x + (by.x * step) / 20, from.y + (by.y * step) / 20)
    await page.waitForTimeout(25)
  }
  await page.mouse.up()
}

/** Returns the file that a download button creates. */
export async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}
