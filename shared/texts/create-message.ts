// Creates messages: a key of the shared catalogue with its values, without language. Apart from message.ts, so that the
// process that reads files starts without zod, the catalogues and their formatter.
import type { messages } from './en/messages.ts'
import type { Arguments } from './texts.ts'

export type Messages = typeof messages

/** `room.name`, such as `import.not_readable`. */
export type MessageKey = {
  [Room in keyof Messages]: `${Room}.${Extract<keyof Messages[Room], string>}`
}[keyof Messages]

type TemplateOf<K extends MessageKey> = K extends `${infer Room}.${infer Name}`
  ? Room extends keyof Messages
    ? Name extends keyof Messages[Room]
      ? Messages[Room][Name] & string
      : never
    : never
  : never

/** A list is joined as `a, b and c`; a message inside another one is said in the same language. */
export type MessageValue = string | number | Message | readonly (string | number | Message)[]

/** The values that a key wants: numbers where its message formats a number or a date, anything else elsewhere. */
type ValuesOf<K extends MessageKey> = ValuesFor<Arguments<TemplateOf<K>>>

/** For each member of a union: a message that selects may want other values with each choice. */
type ValuesFor<A> = A extends unknown
  ? {
      readonly [Name in keyof A]: number extends A[Name]
        ? string extends A[Name]
          ? MessageValue
          : number
        : A[Name]
    }
  : never

export type Message = {
  readonly key: string
  readonly values?: { readonly [name: string]: MessageValue } | undefined
}

/** A message of ours, or somebody else's words as they are. */
export type Said = string | Message

/** @example message('import.too_many_columns', { row: 2, sheet: 'Customers', column: 700, most: 512 }) */
export function message<K extends MessageKey>(
  key: K,
  ...values: keyof Arguments<TemplateOf<K>> extends never ? [] : [ValuesOf<K>]
): Message {
  const [given] = values as [Message['values']?]
  return given === undefined ? { key } : { key, values: given }
}
