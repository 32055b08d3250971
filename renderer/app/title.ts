// Window title: the current page, preceded by the number of items that wait for the user. The browser tab shows it
// too.
import { texts } from '../texts/common.ts'

/** Null: no page has set its title. */
let place: string | null = null
let waiting = 0

function write(): void {
  const title = place ?? texts.product
  document.title = waiting === 0 ? title : `(${waiting}) ${title}`
}

export function setTitle(text: string): void {
  place = text
  write()
}

export function setWaiting(count: number): void {
  waiting = count
  write()
}
