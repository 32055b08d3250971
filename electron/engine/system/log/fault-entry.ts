// Log entry of an error that nobody expected: its kind and where it happened in the program's own files. Its sentence may
// have contents of cells, so it is not kept. Pure function.
import type { LogEntry } from '../../../../shared/contract/support.ts'

type Fault = Extract<LogEntry, { kind: 'fault' }>

const ownFile = /((?:electron|shared|renderer)\/[\w./-]+|[\w.-]+\.(?:js|mjs|cjs|ts)):(\d+):(\d+)/

export function faultOf(error: unknown, where: Fault['where'], call: string | null): Fault {
  const known = error instanceof Error ? error : null
  const code = known !== null && 'code' in known && typeof known.code === 'string' ? known.code : null
  return {
    kind: 'fault',
    where,
    call,
    name: wordOf(known?.name ?? typeof error),
    code: code === null ? null : wordOf(code),
    frames: (known?.stack ?? '')
      .split('\n')
      .flatMap((line) => {
        const found = /^\s+at /.test(line) ? ownFile.exec(line) : null
        return found === null ? [] : [`${found[1]}:${found[2]}:${found[3]}`]
      })
      .slice(0, 20),
  }
}

function wordOf(text: string): string {
  return /^[\w.-]{1,80}$/.test(text) ? text : 'other'
}
