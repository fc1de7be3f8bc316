import { createTheme, type CSSVariablesResolver } from '@mantine/core'

/** The component library takes the tokens as its own; nothing else styles it. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Menu: { defaultProps: { shadow: 'none', transitionProps: { duration: 100 }, offset: 6 } },
    Popover: { defaultProps: { shadow: 'none', transitionProps: { duration: 100 }, offset: 6 } },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 80 }, maw: 400, multiline: true },
    },
  },
})

const scheme = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-color-anchor': 'var(--accent)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-font-size-md': '13.5px',
    '--mantine-font-size-sm': '13.5px',
    '--mantine-line-height': '1.45',
  },
  light: scheme,
  dark: scheme,
})
