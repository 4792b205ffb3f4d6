import { openCommandMenu } from './open-command-menu.ts'

/** Focuses the first search box of the page. A page without one opens the command menu, which also finds places. */
export function focusSearch(): void {
  const boxes = document.querySelectorAll<HTMLElement>('#panel [role="combobox"], #panel input[type="search"]')
  const box = [...boxes].find((candidate) => candidate.checkVisibility())
  if (box === undefined) openCommandMenu()
  else box.focus()
}
