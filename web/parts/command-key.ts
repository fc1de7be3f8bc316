/** What the key is called that makes a shortcut of a letter. */
export const commandKey =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
