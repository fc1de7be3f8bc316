import './library.css'
import { MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shownScheme, useShownScheme } from './color-scheme.ts'

/** The scheme is kept by the console, which has it before the library is there. */
const schemeOfPage = {
  get: shownScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** Around everything that the component library draws. Loaded with the first such thing: no page waits for the library. */
export function Library({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const close = t('action.close')
  const theme = useMemo(
    () => ({
      respectReducedMotion: true,
      components: {
        // The library shows a cross alone.
        Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      },
    }),
    [close],
  )
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useShownScheme()}
      colorSchemeManager={schemeOfPage}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
