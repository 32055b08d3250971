// JSON viewer: keys, strings, numbers and keywords differ by weight and colour, one value per line. Text that is not
// JSON is shown unchanged. Content is always rendered as text and never interpreted.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'

const token =
  /("(?:\\.|[^"\\])*"\s*:)|("(?:\\.|[^"\\])*")|(\b(?:true|false|null)\b)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

function coloured(line: string): ReactNode[] {
  const out: ReactNode[] = []
  let last = 0
  for (const match of line.matchAll(token)) {
    if (match.index > last) out.push(line.slice(last, match.index))
    const colour =
      match[1] !== undefined
        ? 'text-soft'
        : match[2] !== undefined
          ? 'text-text'
          : match[3] !== undefined
            ? 'text-wait'
            : 'text-done'
    out.push(
      <span key={match.index} className={colour}>
        {match[0]}
      </span>,
    )
    last = match.index + match[0].length
  }
  out.push(line.slice(last))
  return out
}

/** Parsed where it can be, to lay it out; else the text itself. */
export function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export function CodeView(props: {
  readonly label: string
  /** A value to show as JSON, or the text of an answer. */
  readonly value?: unknown
  readonly text?: string
  readonly className?: string
}): ReactNode {
  const text = props.text === undefined ? JSON.stringify(props.value, null, 2) : layOut(props.text)
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={props.label}
      className={cx(
        'overflow-auto rounded-md bg-head p-3 font-mono text-xs leading-[18px] text-soft',
        props.className,
      )}
    >
      {text.split('\n').map((line, index) => (
        <span key={index} className="block">
          {coloured(line)}
          {line === '' && '​'}
        </span>
      ))}
    </pre>
  )
}
