/** Figures and signs as Japanese keyboards write them, in their plain form: "０９０－１２３４" is 090-1234. */
export function halfWidth(text: string): string {
  return text
    .replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
}

/** A phone number with plain dashes: people write whatever stroke their keyboard has. */
export function plainPhone(text: string): string {
  return halfWidth(text)
    .replaceAll(/[\u2010-\u2015\u2212\u30FC]/g, '-')
    .trim()
}
