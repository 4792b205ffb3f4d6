import { computed, effect, signal } from '@preact/signals'
import { persistentSignal } from './persistent-signal.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

const isThemeChoice = (value: unknown): value is ThemeChoice =>
  value === 'system' || value === 'light' || value === 'dark'

export const themeChoice = persistentSignal<ThemeChoice>('theme', 'system', isThemeChoice)

const darkMediaQuery = matchMedia('(prefers-color-scheme: dark)')
const systemIsDark = signal(darkMediaQuery.matches)
darkMediaQuery.addEventListener('change', () => {
  systemIsDark.value = darkMediaQuery.matches
})

export const isDark = computed(() =>
  themeChoice.value === 'system' ? systemIsDark.value : themeChoice.value === 'dark',
)

effect(() => {
  document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light'
})
