import { type ThemeChoice, themeChoice } from '../state/theme.ts'

const nextChoice: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const choiceIcons: Record<ThemeChoice, string> = { system: '◐', light: '☀', dark: '☾' }

export function ThemeSwitch() {
  const choice = themeChoice.value
  return (
    <button
      type="button"
      class="quiet theme-switch"
      aria-label={`Colors: ${choice}. Change to ${nextChoice[choice]}.`}
      title={`Colors: ${choice}`}
      onClick={() => {
        themeChoice.value = nextChoice[choice]
      }}
    >
      {choiceIcons[choice]}
    </button>
  )
}
