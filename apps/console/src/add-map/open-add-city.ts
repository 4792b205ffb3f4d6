import { signal } from '@preact/signals'

/** Search text of the open dialog. Undefined while the dialog is closed. */
export const addCitySearch = signal<string | undefined>(undefined)

export function openAddCity(search = ''): void {
  addCitySearch.value = search
}

export function closeAddCity(): void {
  addCitySearch.value = undefined
}
