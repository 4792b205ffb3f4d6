import type { ComponentChildren } from 'preact'
import { apiKey } from '../state/key.ts'
import { FleetTabs } from './fleet-tabs.tsx'
import { NeedKey } from './need-key.tsx'

interface FleetPageProps {
  readonly title: string
  readonly className?: string
  /** What the page is for. */
  readonly purpose: string
  readonly children: ComponentChildren
}

/** A page about the assets of an account. It is reset when the key changes. */
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
