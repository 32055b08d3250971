// The window's title: where one is, and before it how many things wait for a person, so that a tab says it too.
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
