/** Takes the focus back when the element in `panel` that has it is removed, as an action is that is asked for. Answers the end of it. */
export function keepFocus(panel: HTMLElement): () => void {
  let last: Element | null = panel.contains(document.activeElement) ? document.activeElement : null
  const note = ({ target }: FocusEvent) => (last = target as Element)
  panel.addEventListener('focusin', note)
  const keep = new MutationObserver(() => {
    if (document.activeElement === document.body && last?.isConnected === false) panel.focus()
  })
  keep.observe(panel, { childList: true, subtree: true })
  return () => {
    keep.disconnect()
    panel.removeEventListener('focusin', note)
  }
}
