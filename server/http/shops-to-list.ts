/** The shops that a list is asked for, of those that its reader may see (`visible`; empty: all). Undefined: every shop. */
export function shopsToList(asked: number[] | undefined, visible: number[]): number[] | undefined {
  if (!asked?.length) return visible.length > 0 ? visible : undefined
  return visible.length > 0 ? asked.filter((id) => visible.includes(id)) : asked
}
