import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { pageLocation, toLink } from '../state/page-location.ts'
import '../style/navigation.css'
import { pages } from './pages.ts'

const topPages = pages.flatMap((page) => ('parent' in page ? [] : [page]))
const extraPages = topPages.filter(({ isExtra }) => isExtra)

/** Returns the navigation entry of the open page. */
function findTopPage(name: string): string {
  const page = pages.find((candidate) => candidate.name === name)
  return page !== undefined && 'parent' in page ? page.parent : name
}

/** Renders the links to all pages. On a phone, a menu at the end contains the less common pages. */
export function Navigation({ current: currentPage }: { readonly current: string }) {
  const current = findTopPage(currentPage)
  const isOpen = useSignal(false)
  const nav = useRef<HTMLElement>(null)
  const { page } = pageLocation.value
  useEffect(() => {
    isOpen.value = false
  }, [page])
  useEffect(() => (isOpen.value ? listenToLeave(nav.current, () => (isOpen.value = false)) : undefined), [isOpen.value])
  const toLinkItem = ({ name, title, shape }: (typeof topPages)[number]) => (
    <a
      key={name}
      href={toLink(name)}
      onClick={() => (isOpen.value = false)}
      {...(name === current ? { 'aria-current': 'page' as const } : {})}
    >
      <Shape d={shape} />
      {title}
    </a>
  )
  return (
    <nav ref={nav} aria-label="Pages" class={isOpen.value ? 'more-open' : ''}>
      {topPages.filter(({ isExtra }) => !isExtra).map(toLinkItem)}
      <button
        type="button"
        class={extraPages.some(({ name }) => name === current) ? 'more has-current' : 'more'}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Shape d="M5 12h.010M12 12h.010M19 12h.010" />
        More
      </button>
      <div class="extras">{extraPages.map(toLinkItem)}</div>
    </nav>
  )
}

function Shape({ d }: { readonly d: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

/** Closes the menu when the user presses Escape or clicks elsewhere. */
function listenToLeave(nav: HTMLElement | null, close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    nav?.querySelector<HTMLElement>('.more')?.focus()
  }
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Node && nav?.contains(target) === false) close()
  }
  window.addEventListener('keydown', onKey)
  window.addEventListener('pointerdown', onPress)
  return () => {
    window.removeEventListener('keydown', onKey)
    window.removeEventListener('pointerdown', onPress)
  }
}
