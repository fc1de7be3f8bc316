/** Name of the modifier key that makes a letter a shortcut. */
export const commandKey =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
