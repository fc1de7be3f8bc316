import Sparkles from 'lucide-react/icons/sparkles'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import page from '../template-page.module.css'
import { SuggestionCard } from './suggestion-card.tsx'
import { useWritingHelp } from './use-writing-help.ts'
import styles from './writing.module.css'

type Help = ReturnType<typeof useWritingHelp>
type Card = { id: string; label: string; before: string; after: string; onUse: () => void }

type Props = {
  asked: Parameters<Help['ask']>[0]
  button: string
  note?: ReactNode
  cardsOf: (suggestions: NonNullable<Help['suggestions']>) => Card[]
}

/** A button that asks for suggestions, and each of them as a card that is used or discarded by itself. */
export function SuggestCards({ asked, button, note, cardsOf }: Props) {
  const { t } = useTranslation()
  const { ask, task, suggestions, message, discard } = useWritingHelp()
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const settle = (id: string) => setSettled(new Set([...settled, id]))
  const cards = suggestions && cardsOf(suggestions)
  return (
    <>
      <div className={styles['buttons']}>
        <Button
          size="small"
          icon={<Sparkles size={14} aria-hidden="true" />}
          busy={task !== undefined}
          onClick={() => {
            setSettled(new Set())
            ask(asked)
          }}
        >
          {button}
        </Button>
        {note}
      </div>
      <div aria-live="polite">
        {message && (
          <p className={page['error']} role="alert">
            {message}
          </p>
        )}
        {cards?.length === 0 && (
          <p className={styles['none']}>
            {t('templates.noSuggestion')}{' '}
            <Button size="small" variant="quiet" onClick={discard}>
              {t('action.close')}
            </Button>
          </p>
        )}
        {cards
          ?.filter(({ id }) => !settled.has(id))
          .map(({ id, onUse, ...card }) => (
            <SuggestionCard
              key={id}
              {...card}
              onUse={() => {
                onUse()
                settle(id)
              }}
              onDiscard={() => settle(id)}
            />
          ))}
      </div>
    </>
  )
}
