import './palette.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Library } from '../../ui/library.tsx'
import { matches } from './found-by.ts'
import { type Entry, usePaletteGroups } from './palette-entries.ts'
import { useFound } from './use-found.tsx'

const [store, actions] = createSpotlight()
const listId = 'palette-list'
const optionsId = 'palette-options'
/** The library draws plain elements and leaves it to us what they are. */
const roles = {
  field: { role: 'combobox' },
  list: { role: 'listbox' },
  group: { role: 'group' },
  entry: { role: 'option' },
  empty: { role: 'status' },
} as const

/** Every page, order and action by its name. The field keeps the focus; the arrows move through what was found. */
export function Palette({
  opened,
  query,
  onQueryChange,
  onClose,
}: {
  opened: boolean
  query: string
  onQueryChange: (query: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const chosen = useRef<Entry>(undefined)
  useEffect(() => {
    if (opened) actions.open()
    else actions.close()
  }, [opened])
  return (
    <Library>
      <Spotlight.Root
        store={store}
        shortcut={null}
        query={query}
        onQueryChange={onQueryChange}
        onSpotlightClose={onClose}
        attributes={{ content: { 'aria-label': t('palette.title') } }}
        zIndex={1250}
        yOffset="12vh"
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        transitionProps={{
          duration: 80,
          // Only now has the focus gone back, from where the action may take it.
          onExited: () => {
            chosen.current?.run()
            chosen.current = undefined
          },
        }}
      >
        <Found
          query={query}
          onChoose={(entry) => {
            chosen.current = entry
          }}
        />
      </Spotlight.Root>
    </Library>
  )
}

function Found({ query, onChoose }: { query: string; onChoose: (entry: Entry) => void }) {
  const { t } = useTranslation()
  const keyword = query.trim()
  const { recent, found, isOfBefore } = useFound(keyword)
  const named = usePaletteGroups(keyword)
  const opened = { ...recent, entries: recent.entries.filter((entry) => matches(entry, keyword)) }
  const groups = [opened, ...named, ...found].filter((group) => group.entries.length > 0)
  const entries = groups.flatMap((group) => group.entries)
  const at = new Map(entries.map((entry, index) => [entry.id, index]))
  const { selected, readSelected } = useSelected(entries, query)
  const entry = entries[selected]
  const isEarly = isOfBefore && (!entry || found.some((group) => group.entries.includes(entry)))
  const waitForEntry = useEnter(query, isEarly)
  return (
    <>
      <Spotlight.Search
        {...roles.field}
        aria-label={t('palette.placeholder')}
        aria-expanded={entries.length > 0}
        aria-controls={optionsId}
        aria-activedescendant={entry ? optionId(selected) : undefined}
        aria-autocomplete="list"
        placeholder={t('palette.placeholder')}
        leftSection={<Search size={16} aria-hidden="true" />}
        maxLength={255}
        data-autofocus
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isEarly) return
          event.preventDefault()
          event.stopPropagation()
          waitForEntry()
        }}
        // The library moves the mark after this, and tells nobody.
        onKeyDown={() => queueMicrotask(readSelected)}
      />
      {entries.length === 0 && <Spotlight.Empty {...roles.empty}>{t('palette.none')}</Spotlight.Empty>}
      <Spotlight.ActionsList id={listId} {...scrolled(t('palette.title'))}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup
            key={group.name}
            label={group.label}
            {...roles.group}
            aria-label={group.label}
          >
            {group.entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                {...roles.entry}
                aria-selected={at.get(entry.id) === selected}
                label={entry.label}
                description={entry.detail}
                leftSection={entry.mark}
                rightSection={entry.key ? <kbd>{entry.key.toUpperCase()}</kbd> : entry.amount}
                onClick={() => onChoose(entry)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </>
  )
}

/** Passes props to the list that scrolls. The type of ActionsList does not say that it passes them on. */
function scrolled(label: string) {
  return { viewportProps: { id: optionsId, ...roles.list, 'aria-label': label } }
}

/** Enter that comes before its keyword's entries takes the first of them, unless the reader types on. */
function useEnter(query: string, isEarly: boolean): () => void {
  const awaited = useRef<string>(undefined)
  useEffect(() => {
    if (awaited.current === query && isEarly) return
    if (awaited.current === query) document.querySelector<HTMLElement>(`#${listId} [data-selected]`)?.click()
    awaited.current = undefined
  }, [query, isEarly])
  return () => {
    awaited.current = query
  }
}

function optionId(index: number): string {
  return `palette-${index}`
}

/** Answers the index of the entry that Enter takes: the first match of a keyword, until the arrows move on. It stays on its entry while others arrive. */
function useSelected(entries: Entry[], query: string): { selected: number; readSelected: () => void } {
  const [moved, setMoved] = useState<{ within: string; to: string | undefined }>()
  const shown = [query, ...entries.map((entry) => entry.id)].join(' ')
  const at = moved?.within === query ? entries.findIndex((entry) => entry.id === moved.to) : 0
  const selected = Math.max(at, 0)
  useEffect(() => {
    const options = document.querySelectorAll(`#${listId} [data-action]`)
    for (const [place, option] of options.entries()) {
      // An id that it is given the library keeps for itself.
      option.id = optionId(place)
      option.toggleAttribute('data-selected', place === selected)
    }
    store.updateState((state) => ({ ...state, selected }))
  }, [shown, selected])
  return {
    selected,
    readSelected: () => setMoved({ within: query, to: entries[store.getState().selected]?.id }),
  }
}
