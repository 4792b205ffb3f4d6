import { openAddCity } from '../add-map/open-add-city.ts'
import { formatPlace } from '../entry/name-in-url.ts'
import { currentMap } from '../map/current-map.ts'
import { toggleTilt } from '../map/tilt-control.ts'
import { toLink } from '../state/page-location.ts'
import { isDark, themeChoice } from '../state/theme.ts'
import { copyToClipboard } from '../ui/copy-call.tsx'
import type { PickedPlace } from '../ui/search-box-suggestions.ts'
import type { Command } from './find-commands.ts'
import { focusSearch } from './focus-search.ts'
import { openShortcutList } from './open-command-menu.ts'
import { pages } from './pages.ts'

/** Words that users type for a page whose title is a technical term. */
const wordsByPage: ReadonlyMap<string, string> = new Map([
  ['plan', 'route directions car truck bicycle foot'],
  ['optimise', 'delivery stops vehicles vans order tours'],
  ['isochrone', 'reachable area minutes'],
  ['nearby', 'places pharmacy fuel hotel'],
  ['live', 'tracking assets fleet van simulator'],
  ['geofences', 'zones alerts'],
  ['events', 'alerts webhooks'],
  ['reports', 'trips stops history'],
  ['matrix', 'distances durations table'],
  ['match', 'gps trace gpx snap'],
  ['account', 'keys usage sign in'],
])

const planLinks: readonly (readonly [title: string, mode: string])[] = [
  ['Road route', 'road'],
  ['Drone flight', 'drone'],
  ['Sea route', 'sea'],
  ['Self-driving route', 'av'],
]

const exampleLinks: readonly (readonly [title: string, words: string, link: string])[] = [
  ['Plan a delivery day', 'optimize stops vans', toLink('optimise', { example: 'day' })],
  ['Fly around an airport', 'drone zone', toLink('plan', { example: 'airport' })],
  ['Ship to Singapore', 'sea vessel port', toLink('plan', { example: 'ship' })],
  ['Follow a van live', 'tracking simulator', toLink('live', { example: 'van' })],
]

/** All commands except places, in the order of the empty menu. */
export const commands: readonly Command[] = [
  ...pages.map(({ name, title, shortcut }) => ({
    title,
    group: 'Page',
    shortcut,
    words: wordsByPage.get(name) ?? '',
    run: () => openLink(toLink(name)),
  })),
  ...planLinks.map(([title, mode]) => ({ title, group: 'Plan', run: () => openLink(toLink('plan', { mode })) })),
  ...exampleLinks.map(([title, words, link]) => ({ title, group: 'Example', words, run: () => openLink(link) })),
  { title: 'Documentation', group: 'Help', words: 'docs api reference guides', run: () => openLink('/docs') },
  { title: 'Keyboard shortcuts', group: 'Help', words: 'keys letters', shortcut: '?', run: openShortcutList },
  { title: 'Search on this page', group: 'Action', words: 'find address', shortcut: '/', run: focusSearch },
  { title: 'Add your city', group: 'Action', words: 'map download extract region', run: () => openAddCity() },
  {
    title: 'Tilt the map',
    group: 'Action',
    words: '3d buildings flat',
    shortcut: '3',
    run: () => {
      const map = currentMap.peek()
      if (map !== undefined) toggleTilt(map)
    },
  },
  {
    title: 'Switch between light and dark',
    group: 'Action',
    words: 'theme colors mode',
    shortcut: 'd',
    run: () => {
      themeChoice.value = isDark.peek() ? 'light' : 'dark'
    },
  },
  {
    title: 'Copy link to this view',
    group: 'Action',
    words: 'share url',
    shortcut: 'c',
    run: () => void copyToClipboard(location.href, 'The link'),
  },
  ...(['light', 'dark', 'system'] as const).map((choice) => ({
    title: choice === 'system' ? 'Use system colors' : `Use ${choice} colors`,
    group: 'Action',
    words: 'theme mode',
    run: () => {
      themeChoice.value = choice
    },
  })),
]

export function toPlaceCommand({ at, label }: PickedPlace): Command {
  return {
    title: `Directions to ${label}`,
    group: 'Place',
    run: () => openLink(toLink('plan', { mode: 'road', to: formatPlace({ at, label }) })),
  }
}

function openLink(link: string): void {
  location.assign(link)
}
