// Uncontrolled input for an API key, a password or a passphrase. The secret exists only in the input element: it is
// read once on submit and never stored in React state, call variables or attributes. The element is cleared after
// submit and on unmount.
import { type RefCallback, useCallback, useRef, useState } from 'react'

export type SecretInput = {
  /** Whether something but blanks was typed. */
  readonly isFilled: boolean
  /** Rises with each change of the text, so that a result for an earlier text is known as such. */
  readonly version: number
  readonly read: () => string
  readonly empty: () => void
  /** Of the input, which must get no `value`. */
  readonly input: {
    readonly ref: RefCallback<HTMLInputElement>
    readonly autoComplete: 'off'
    readonly spellCheck: false
    readonly onInput: () => void
  }
}

export function useSecretInput(): SecretInput {
  const element = useRef<HTMLInputElement | null>(null)
  const [isFilled, setFilled] = useState(false)
  const [version, setVersion] = useState(0)
  const ref = useCallback((input: HTMLInputElement) => {
    element.current = input
    return () => {
      input.value = ''
      element.current = null
      setFilled(false)
    }
  }, [])
  const read = (): string => element.current?.value ?? ''
  return {
    isFilled,
    version,
    read,
    empty: () => {
      if (element.current !== null) element.current.value = ''
      setFilled(false)
    },
    input: {
      ref,
      autoComplete: 'off',
      spellCheck: false,
      onInput: () => {
        setFilled(read().trim() !== '')
        setVersion((before) => before + 1)
      },
    },
  }
}
