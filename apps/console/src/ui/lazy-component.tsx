import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A component that is loaded when it is first shown, so that the page appears before its larger parts arrive. */
export function lazyComponent(load: () => Promise<{ default: ComponentType }>, waiting = 'Loading …'): ComponentType {
  let loaded: ComponentType | undefined
  return function Later() {
    const [Loaded, setLoaded] = useState<ComponentType | undefined>(() => loaded)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then(
        (module) => {
          loaded = module.default
          setLoaded(() => loaded)
        },
        () => setFailed(true),
      )
    }, [])
    if (failed) return <p class="failure">This part could not be loaded. Reload the page to try again.</p>
    return Loaded === undefined ? <p class="waiting">{waiting}</p> : <Loaded />
  }
}
