/** Replaces a text in all places, whatever their capitals, and whether their accents stand apart or not. */
export function replacedText(text: string, find: string, by: string): string {
  if (find === '') return text
  const whole = text.normalize('NFC')
  const literal = find.normalize('NFC').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const replaced = whole.replaceAll(new RegExp(literal, 'giu'), () => by)
  return replaced === whole ? text : replaced
}
