// Parses numbers in options.
import { InvalidArgumentError } from 'commander'

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export function wholeNumberAboveZero(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be a whole number from 1.')
  return value
}

export function portNumber(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535)
    throw new InvalidArgumentError('It must be a port from 1 to 65535, or 0 for a free one.')
  return value
}

export function concurrencyNumber(text: string): number {
  const value = wholeNumber(text)
  if (value < 1 || value > 64) throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
  return value
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number above 0.')
  return value
}
