import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import page from '../template-page.module.css'
import { SuggestionCard } from './suggestion-card.tsx'
import { useWritingHelp } from './use-writing-help.ts'
import styles from './writing.module.css'

type Props = { labelOf: (url: string) => string; onUse: (url: string, alt: string) => void }

/** Suggests alternative texts out of the photos, each beside the one that is there. */
export function AltTextHelp({ labelOf, onUse }: Props) {
  const { t } = useTranslation()
  const { isOn, ask, task, suggestions, message, discard } = useWritingHelp()
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  if (!isOn) return null
  const settle = (url: string) => setSettled(new Set([...settled, url]))
  const open = suggestions?.alt_texts.filter((one) => !settled.has(one.image_url)) ?? []
  return (
    <div>
      <div className={styles['buttons']}>
        <Button
          size="small"
          icon={<Sparkles size={14} aria-hidden="true" />}
          busy={task !== undefined}
          onClick={() => {
            setSettled(new Set())
            ask({ task: 'alt_texts' })
          }}
        >
          {t('templates.suggestAltTexts')}
        </Button>
        <span className={page['muted']}>{t('templates.suggestAltTextsText')}</span>
      </div>
      <div aria-live="polite">
        {message && (
          <p className={page['error']} role="alert">
            {message}
          </p>
        )}
        {suggestions?.alt_texts.length === 0 && (
          <p className={styles['none']}>
            {t('templates.noSuggestion')}{' '}
            <Button size="small" variant="quiet" onClick={discard}>
              {t('action.close')}
            </Button>
          </p>
        )}
        {open.map(({ image_url: url, before, after }) => (
          <SuggestionCard
            key={url}
            label={labelOf(url)}
            before={before}
            after={after}
            onUse={() => {
              onUse(url, after)
              settle(url)
            }}
            onDiscard={() => settle(url)}
          />
        ))}
      </div>
    </div>
  )
}
