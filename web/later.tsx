import {
  type ComponentType,
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from './chunk-reload.ts'
import { Button } from './ui/button.tsx'
import { ErrorState } from './ui/states.tsx'
import { showToast } from './ui/toast.ts'

type Options = {
  /** Where it is missing, nothing is said. */
  isSilent?: boolean
}

/**
 * A part of a page, loaded when it is drawn for the first time. React's `lazy` takes the whole page down with a part that does not
 * load, and all that is typed on it. This one is tried again: when it is drawn anew, when the network is back, and by its button.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isSilent = false }: Options = {},
): ComponentType<Props> {
  const watchers = new Set<() => void>()
  let hasFailed = false
  let part = begin()

  function begin() {
    hasFailed = false
    return lazy<ComponentType<Props>>(() =>
      loadChunk(load).catch(() => {
        hasFailed = true
        addEventListener('online', again, { once: true })
        return { default: Missing as ComponentType<Props> }
      }),
    )
  }

  function again() {
    if (!hasFailed) return
    part = begin()
    for (const watcher of watchers) watcher()
  }

  function Missing({ opened = true, onClose }: { opened?: boolean; onClose?: () => void }) {
    const { t } = useTranslation()
    const isNews = useRef(true)
    const ask = useEffectEvent(() => {
      if (!isNews.current) return again()
      if (isSilent || !onClose) return
      showToast({ tone: 'error', message: t('error.partMissing') })
      onClose()
    })
    useEffect(() => {
      if (opened) ask()
      isNews.current = false
    }, [opened])
    if (isSilent || onClose) return null
    return (
      <ErrorState title={t('error.unknown')} text={t('error.partMissing')}>
        <Button onClick={again}>{t('action.retry')}</Button>
      </ErrorState>
    )
  }

  function watch(watcher: () => void) {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }

  return function Later(props: Props) {
    useState(() => {
      if (hasFailed) part = begin()
    })
    const Part = useSyncExternalStore(watch, () => part)
    return <Part {...props} />
  }
}
