import { computed, effect, signal } from '@preact/signals'
import { kept } from './kept.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

const isChoice = (value: unknown): value is ThemeChoice => value === 'system' || value === 'light' || value === 'dark'

export const themeChoice = kept<ThemeChoice>('theme', 'system', isChoice)

const media = matchMedia('(prefers-color-scheme: dark)')
const systemIsDark = signal(media.matches)
media.addEventListener('change', () => {
  systemIsDark.value = media.matches
})

export const isDark = computed(() =>
  themeChoice.value === 'system' ? systemIsDark.value : themeChoice.value === 'dark',
)

effect(() => {
  document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light'
})
