// Parses numbers in options.
import { InvalidArgumentError } from 'commander'
import { helpTexts } from '../texts/help.ts'

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(helpTexts.invalid.wholeNumber)
  return Number(text)
}

export function wholeNumberAboveZero(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError(helpTexts.invalid.fromOne)
  return value
}

export function portNumber(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535) throw new InvalidArgumentError(helpTexts.invalid.port)
  return value
}

export function concurrencyNumber(text: string): number {
  const value = wholeNumber(text)
  if (value < 1 || value > 64) throw new InvalidArgumentError(helpTexts.invalid.concurrency)
  return value
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError(helpTexts.invalid.aboveZero)
  return value
}
