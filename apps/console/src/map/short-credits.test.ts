import { expect, test } from 'vitest'
import { shortenCredits } from './short-credits.ts'

const attributions = [
  '© OpenStreetMap contributors (ODbL 1.0)',
  '© GeoNames (CC BY 4.0), © OpenStreetMap contributors (ODbL), OurAirports (public domain)',
  'Aerodromes: OurAirports (public domain)',
  'SAMPLE corridors for Montevideo, made up for trying out: no authority has approved them',
]
const listTexts = (showsAir: boolean) => shortenCredits(attributions, showsAir).map(({ text }) => text)

test('names each source once and links to its license', () => {
  expect(listTexts(false)).toEqual(['© OpenStreetMap contributors', '© GeoNames', 'OurAirports'])
  expect(shortenCredits(attributions, false)[0]?.link).toBe('https://www.openstreetmap.org/copyright')
})

test('states that corridors are synthetic only when corridors are shown', () => {
  expect(listTexts(true).at(-1)).toBe(attributions.at(-1))
})

test('keeps unrecognized sources, whatever their format', () => {
  expect(shortenCredits(['© IGN 2026 (Licence, Ouverte)', ''], false)).toEqual([{ text: '© IGN 2026' }])
  expect(shortenCredits([], true)).toEqual([])
})
