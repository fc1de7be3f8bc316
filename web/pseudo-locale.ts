/**
 * English made strange: longer, with accents, in brackets. Whatever stays plain was never translated, and whatever breaks
 * the layout would break it in some language. For development (`?pseudo` in the address, kept for the tab) and tests.
 */
const plain = 'aeiouycnszAEIOUCNS'
const accented = 'áëïöüÿçñšžÅÉÎØÛÇÑŠ'
const longer = 0.35

/** Makes a pseudo-translation of a whole tree of texts. Values to be filled in stay as they are. */
export function pseudoLocale<T>(messages: T): T {
  if (typeof messages === 'string') return pseudoText(messages) as T
  return Object.fromEntries(
    Object.entries(messages as object).map(([key, value]) => [key, pseudoLocale<unknown>(value)]),
  ) as T
}

function pseudoText(text: string): string {
  const strange = text
    .split(/(\{\{\w+\}\})/)
    .map((part) =>
      part.startsWith('{{')
        ? part
        : part.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter),
    )
    .join('')
  // In words, as other languages are longer, so that lines can break.
  const more = ' one two three four five six seven eight nine ten'.repeat(1 + Math.floor(text.length / 100))
  return `[${strange}${more.slice(0, Math.ceil(text.length * longer))}]`
}

const key = 'pseudo-words'

export function isPseudoRequested(): boolean {
  if (new URLSearchParams(location.search).has('pseudo')) sessionStorage.setItem(key, '1')
  return sessionStorage.getItem(key) === '1'
}
