import { type ThemeChoice, themeChoice } from '../state/theme.ts'

const next: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const signs: Record<ThemeChoice, string> = { system: '◐', light: '☀', dark: '☾' }

export function ThemeSwitch() {
  const choice = themeChoice.value
  return (
    <button
      type="button"
      class="quiet theme-switch"
      aria-label={`Colors: ${choice}. Change to ${next[choice]}.`}
      title={`Colors: ${choice}`}
      onClick={() => {
        themeChoice.value = next[choice]
      }}
    >
      {signs[choice]}
    </button>
  )
}
