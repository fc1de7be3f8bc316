/**
 * Answers the digits of a GTIN (EAN, UPC, ISBN of 13 digits), or null for a text that is none. A leading zero that only fills up
 * to the longer form is dropped, so that a UPC written as an EAN is the same barcode. Source: GS1 General Specifications, 7.9.
 */
export function barcodeOf(text: string | null | undefined): string | null {
  const digits = text?.replaceAll(/[\s-]/g, '') ?? ''
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0 ? digits.replace(/^0{1,2}(?=\d{12}$)|^0(?=\d{13}$)/, '') : null
}
