// Window title: the current page, preceded by the number of items that wait for the user. The browser tab shows it
// too.
import { texts } from '../texts/common.ts'

let place: string = texts.product
let waiting = 0

function write(): void {
  document.title = waiting === 0 ? place : `(${waiting}) ${place}`
}

export function setTitle(text: string): void {
  place = text
  write()
}

export function setWaiting(count: number): void {
  waiting = count
  write()
}
