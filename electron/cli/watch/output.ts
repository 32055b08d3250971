// Writer for `watch`: a table redrawn in place on a terminal, one line per change elsewhere, and one JSON line per
// change for programs.
import { jsonLine, textLines, type Watched } from './lines.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { oneLine, print, say } from '../terminal/terminal.ts'

export type WatchOutput = ReturnType<typeof createWatchOutput>

/** Milliseconds between two plain lines about one batch; the last line is always printed. */
const lineEvery = 2000

export function createWatchOutput(invocation: Invocation, json: boolean) {
  const { stdout } = invocation
  const said = new Map<number, { readonly text: string; readonly at: number }>()
  let drawn = 0

  /** True if this is a change. Values that only count down (time left, ages) are no change. */
  function isNew(batch: number, text: string, at: number, always: boolean): boolean {
    const before = said.get(batch)
    if (before?.text === text) return false
    if (before !== undefined && !always && at - before.at < lineEvery) return false
    said.set(batch, { text, at })
    return true
  }

  async function draw(seen: readonly Watched[], at: number): Promise<void> {
    const width = Math.max(20, stdout.columns || 80) - 1
    const lines = seen.flatMap((one) => textLines(one, at)).map((line) => cut(oneLine(line), width))
    const up = drawn === 0 ? '' : `\u001B[${drawn}A\u001B[0J`
    drawn = lines.length
    await print(invocation, `${lines.join('\n')}${lines.length === 0 ? '' : '\n'}`, up)
  }

  return {
    /** `last`: nothing follows. */
    async show(seen: readonly Watched[], at: number, last: boolean): Promise<void> {
      if (json) {
        for (const one of seen) {
          const line = jsonLine(one, at)
          const lasting = JSON.stringify({ ...line, at: 0, leftMs: null })
          if (isNew(line.batch, lasting, at, true)) await print(invocation, `${JSON.stringify(line)}\n`)
        }
      } else if (stdout.isTTY === true) {
        await draw(seen, at)
      } else {
        for (const one of seen) {
          const { states, sending, processing } = one.view
          const lasting = JSON.stringify([states, sending.waves, sending.stop, processing])
          if (isNew(one.view.id, lasting, at, last))
            await print(invocation, `${textLines(one, at).map(oneLine).join('\n')}\n`)
        }
      }
    },
    /** A sentence that stays above the table. */
    say(text: string): void {
      drawn = 0
      say(invocation, text)
    },
    end(): void {
      drawn = 0
    },
  }
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`
}
