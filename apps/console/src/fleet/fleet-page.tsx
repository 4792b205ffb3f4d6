import type { ComponentChildren } from 'preact'
import { apiKey } from '../state/key.ts'
import { FleetTabs } from './fleet-tabs.tsx'
import { NeedKey } from './need-key.tsx'

interface FleetPageProps {
  readonly title: string
  readonly className?: string
  readonly purpose: string
  readonly children: ComponentChildren
}

/** Renders a page about the assets of an account. A key change resets the page. */
export function FleetPage({ title, className = 'fleet-page', purpose, children }: FleetPageProps) {
  const key = apiKey.value
  return (
    <div class={className}>
      <FleetTabs />
      <h1>{title}</h1>
      {key === '' ? <NeedKey purpose={purpose} /> : <div key={key}>{children}</div>}
    </div>
  )
}
