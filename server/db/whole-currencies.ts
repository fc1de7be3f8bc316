import { currencies } from '../../model/money.ts'

/** Currencies without decimals, as a text that PostgreSQL reads as a list. */
export const wholeCurrencies = `{${Object.entries(currencies)
  .filter(([, { decimals }]) => decimals === 0)
  .map(([code]) => code)
  .join(',')}}`
