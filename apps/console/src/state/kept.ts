import { effect, type Signal, signal } from '@preact/signals'

type Area = 'localStorage' | 'sessionStorage'
type Check<T> = (value: unknown) => value is T

/**
 * A value that survives closing the page and is shared by all tabs. If the browser blocks storage, it lasts as long as
 * the page.
 */
export function kept<T>(name: string, initial: T, isValid: Check<T>): Signal<T> {
  const value = keptIn('localStorage', name, initial, isValid)
  // Browsers notify only the other tabs. The tab that made the change already has the value.
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key, storageArea }) => {
      // A null key means that the storage was cleared.
      if (storageArea === localStorage && (key === `fairway.${name}` || key === null))
        value.value = load('localStorage', name, initial, isValid)
    })
  return value
}

/** A value of this tab only. It survives a reload and ends when the tab closes. */
export function keptInTab<T>(name: string, initial: T, isValid: Check<T>): Signal<T> {
  return keptIn('sessionStorage', name, initial, isValid)
}

function keptIn<T>(area: Area, name: string, initial: T, isValid: Check<T>): Signal<T> {
  const value = signal<T>(load(area, name, initial, isValid))
  effect(() => {
    const text = JSON.stringify(value.value)
    try {
      globalThis[area].setItem(`fairway.${name}`, text)
    } catch {
      // Storage is full or blocked. Nothing depends on it.
    }
  })
  return value
}

function load<T>(area: Area, name: string, initial: T, isValid: Check<T>): T {
  try {
    const found: unknown = JSON.parse(globalThis[area].getItem(`fairway.${name}`) ?? 'null')
    return isValid(found) ? found : initial
  } catch {
    return initial
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
