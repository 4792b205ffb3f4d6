import { effect, type Signal, signal } from '@preact/signals'

type StorageArea = 'localStorage' | 'sessionStorage'
type TypeGuard<T> = (value: unknown) => value is T

/**
 * Creates a signal whose value survives closing the page and is shared by all tabs. If the browser blocks storage, the
 * value lasts as long as the page.
 */
export function persistentSignal<T>(name: string, initial: T, isValid: TypeGuard<T>): Signal<T> {
  const value = storedSignal('localStorage', name, initial, isValid)
  // Browsers notify only the other tabs, because the tab that made the change already has the value.
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key, storageArea }) => {
      // A null key means that the storage was cleared.
      if (storageArea === localStorage && (key === `fairway.${name}` || key === null))
        value.value = loadStored('localStorage', name, initial, isValid)
    })
  return value
}

/**
 * Creates a signal whose value belongs to this tab only. The value survives a reload and is lost when the tab closes.
 */
export function tabSignal<T>(name: string, initial: T, isValid: TypeGuard<T>): Signal<T> {
  return storedSignal('sessionStorage', name, initial, isValid)
}

function storedSignal<T>(area: StorageArea, name: string, initial: T, isValid: TypeGuard<T>): Signal<T> {
  const value = signal<T>(loadStored(area, name, initial, isValid))
  effect(() => {
    const json = JSON.stringify(value.value)
    try {
      globalThis[area].setItem(`fairway.${name}`, json)
    } catch {
      // Storage is full or blocked. The page works without storage.
    }
  })
  return value
}

function loadStored<T>(area: StorageArea, name: string, initial: T, isValid: TypeGuard<T>): T {
  try {
    const storedValue: unknown = JSON.parse(globalThis[area].getItem(`fairway.${name}`) ?? 'null')
    return isValid(storedValue) ? storedValue : initial
  } catch {
    return initial
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
