/** Replaces a text in all places, whatever their capitals. */
export function replacedText(text: string, find: string, by: string): string {
  if (find === '') return text
  const literal = find.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(literal, 'giu'), () => by)
}
