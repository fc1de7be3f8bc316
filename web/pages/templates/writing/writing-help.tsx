import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { languages, type Language } from '../../../../model/language.ts'
import { plainTextOf } from '../../../../model/listing-html.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useFrame } from '../form/use-draft.ts'
import page from '../template-page.module.css'
import { SuggestionCard } from './suggestion-card.tsx'
import { useWritingHelp } from './use-writing-help.ts'
import styles from './writing.module.css'

type Text = Reply<'POST /product-template/{id}/writing-help'>['data']['texts'][number]

/** Suggestions of a title, a description or a translation, where the operator has set up a language model. */
export function WritingHelp() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const { isOn, leftToday, ask, task, suggestions, message, discard } = useWritingHelp()
  const [language, setLanguage] = useState<Language>('en')
  const [settled, setSettled] = useState<ReadonlySet<Text>>(new Set())
  if (!isOn) return null
  const open = suggestions?.texts.filter((text) => !settled.has(text)) ?? []
  const settle = (text: Text) => setSettled(new Set([...settled, text]))
  function use(text: Text) {
    draft.change({ [text.field]: text.after })
    settle(text)
    void draft.save()
  }
  const shown = ({ field }: Text, text: string) => (field === 'long_description' ? plainTextOf(text) : text)
  return (
    <section className={page['section']} aria-label={t('templates.writingHelp')}>
      <h2>
        <Sparkles size={14} aria-hidden="true" /> {t('templates.writingHelp')}
      </h2>
      <div className={styles['buttons']}>
        <Button
          size="small"
          busy={task?.task === 'name'}
          disabled={task !== undefined}
          onClick={() => ask({ task: 'name' })}
        >
          {t('templates.suggestName')}
        </Button>
        <Button
          size="small"
          busy={task?.task === 'description'}
          disabled={task !== undefined}
          onClick={() => ask({ task: 'description' })}
        >
          {t('templates.suggestDescription')}
        </Button>
        <span className={styles['translate']}>
          <SelectField
            label={t('templates.translateTo')}
            isLabelHidden
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          >
            {(Object.keys(languages) as Language[]).map((code) => (
              <option key={code} value={code}>
                {t(`templates.language.${code}`)}
              </option>
            ))}
          </SelectField>
          <Button
            size="small"
            busy={task?.task === 'translation'}
            disabled={task !== undefined}
            onClick={() => ask({ task: 'translation', language })}
          >
            {t('templates.translate')}
          </Button>
        </span>
      </div>
      <p className={page['muted']}>{t('templates.writingHelpText', { count: leftToday })}</p>
      <div aria-live="polite">
        {message && (
          <p className={page['error']} role="alert">
            {message}
          </p>
        )}
        {suggestions?.texts.length === 0 && suggestions.attributes.length === 0 && (
          <p className={styles['none']}>
            {t('templates.noSuggestion')}{' '}
            <Button size="small" variant="quiet" onClick={discard}>
              {t('action.close')}
            </Button>
          </p>
        )}
        {open.map((text) => (
          <SuggestionCard
            key={text.field}
            label={t(`templates.field.${text.field}`)}
            before={shown(text, text.before)}
            after={shown(text, text.after)}
            onUse={() => use(text)}
            onDiscard={() => settle(text)}
          />
        ))}
      </div>
    </section>
  )
}
