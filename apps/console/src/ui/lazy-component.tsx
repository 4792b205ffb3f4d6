import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Creates a component that loads when it is first shown, so that the page appears before its larger parts load. */
export function lazyComponent(load: () => Promise<{ default: ComponentType }>, waiting = 'Loading…'): ComponentType {
  let loadedComponent: ComponentType | undefined
  return function Later() {
    const [Loaded, setLoaded] = useState<ComponentType | undefined>(() => loadedComponent)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (loadedComponent !== undefined) return
      load().then(
        (module) => {
          loadedComponent = module.default
          setLoaded(() => loadedComponent)
        },
        () => setFailed(true),
      )
    }, [])
    if (failed) return <p class="failure">This part of the page could not be loaded. Reload the page to try again.</p>
    return Loaded === undefined ? <p class="waiting">{waiting}</p> : <Loaded />
  }
}
