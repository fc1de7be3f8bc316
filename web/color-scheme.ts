/** The key under which the component library keeps the reader's choice: light, dark or auto. */
const key = 'mantine-color-scheme-value'

/** Before anything is drawn; "auto" needs nothing, the tokens follow the system by themselves. */
export function applyStoredScheme(): void {
  const chosen = localStorage.getItem(key)
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['mantineColorScheme'] = chosen
}
