// Exact sum of decimal numbers that are given as text: no digit is rounded, whatever the number of digits.

export type DecimalSum = {
  /** Digits with an optional minus and point, such as `-12.50`. */
  add(number: string): void
  /** In the same form, with as many decimals as the number that had most. */
  total(): string
}

export function createDecimalSum(): DecimalSum {
  let units = 0n
  let decimals = 0
  return {
    add(number) {
      const [whole = '0', fraction = ''] = number.split('.')
      if (fraction.length > decimals) {
        units *= 10n ** BigInt(fraction.length - decimals)
        decimals = fraction.length
      }
      units += BigInt(whole + fraction.padEnd(decimals, '0'))
    },
    total() {
      const sign = units < 0n ? '-' : ''
      const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
      const whole = digits.slice(0, digits.length - decimals)
      return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
    },
  }
}
