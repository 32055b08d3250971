// Formats numbers and times for the command line, in the current language; English is identical on every machine.
import { runTexts } from '../texts/run.ts'
import { currentFormat } from '../../../shared/texts/current.ts'

export function formatCount(value: number): string {
  return value.toLocaleString(currentFormat().locale)
}

/** Seconds in words of at most two units: “4 s”, “3 min 20 s”, “1 h 5 min”. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`
}

/** Milliseconds from and to: “about 4 s”, “3 min 20 s to 5 min 0 s”. */
export function formatRange({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  const from = formatDuration(fromMs / 1000)
  const to = formatDuration(toMs / 1000)
  const words = runTexts.progress
  return from === to ? words.about({ time: to }) : words.fromTo({ from, to })
}

/** “240 kB” below a million, “3.2 MB” from there. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return `${(bytes / 1_000_000).toLocaleString(currentFormat().locale, digits)} MB`
}

/** A folder, quoted for a shell. */
export function quoted(folder: string): string {
  return /^[\w./:\\-]+$/.test(folder) ? folder : `"${folder}"`
}
