import Search from 'lucide-react/icons/search'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../later.tsx'
import { withTexts } from '../../texts.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { commandKey } from '../command-key.ts'
import styles from './palette-button.module.css'

// Loaded when first asked for: a reader who never does should not wait for them.
const loadPalette = withTexts(() => import('../palette/palette.tsx'), 'palette')
const loadKeysHelp = withTexts(() => import('../palette/keys-help.tsx'), 'palette')
const Palette = later(async () => ({ default: (await loadPalette()).Palette }))
const KeysHelp = later(async () => ({ default: (await loadKeysHelp()).KeysHelp }))

type Tool = 'palette' | 'keys'

/** The way to everything by its name, by button or Ctrl K, and with ? the sheet of all keys. */
export function PaletteButton() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Tool>()
  const [asked, setAsked] = useState<Partial<Record<Tool, true>>>({})
  const [query, setQuery] = useState('')
  const open = (tool: Tool) => {
    setAsked((before) => ({ ...before, [tool]: true }))
    setOpened(tool)
  }
  useKeys({ '?': () => open('keys') })
  useCommandKey('k', () => open('palette'))
  const close = () => setOpened(undefined)
  useEarlyKeys(opened === 'palette', setQuery, close)
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
        onClick={() => open('palette')}
      >
        <Search size={18} aria-hidden="true" />
        <span className={styles['words']}>{t('palette.open')}</span>
        <kbd className={styles['key']} aria-hidden="true">
          {commandKey} K
        </kbd>
      </button>
      <Suspense>
        {asked.palette && (
          <Palette opened={opened === 'palette'} query={query} onQueryChange={setQuery} onClose={close} />
        )}
      </Suspense>
      <Suspense>{asked.keys && <KeysHelp opened={opened === 'keys'} onClose={close} />}</Suspense>
    </>
  )
}

/** Takes the letters that are typed before the palette is there to take them: the page has keys of its own, some of which act on orders. */
function useEarlyKeys(
  isAsked: boolean,
  type: (change: (before: string) => string) => void,
  close: () => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.stopPropagation()
    event.preventDefault()
    if (event.key === 'Escape') {
      type(() => '')
      close()
    } else if (event.key === 'Backspace') type((before) => before.slice(0, -1))
    else if (event.key.length === 1) type((before) => before + event.key)
  })
  useEffect(() => {
    if (!isAsked) return undefined
    const taken = new AbortController()
    const { signal } = taken
    window.addEventListener('keydown', press, { capture: true, signal })
    document.addEventListener(
      'focusin',
      ({ target }) => (target as Element).role === 'combobox' && taken.abort(),
      { signal },
    )
    return () => taken.abort()
  }, [isAsked])
}

/** Also while the reader types; not over a dialog, which has to be answered first. */
function useCommandKey(letter: string, run: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== letter) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal=true]')) run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
