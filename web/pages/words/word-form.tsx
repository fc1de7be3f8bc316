import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forbiddenKeyOf, mostForbiddenLetters, mostForbiddenWords } from '../../../model/forbidden-words.ts'
import { lengthOf } from '../../../model/listing-limits.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { count } from '../../parts/figures.ts'
import type { ForbiddenWords } from '../../parts/queries/forbidden-word-queries.ts'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import list from '../../parts/settings/kept-list.module.css'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSaveWords } from './use-save-words.ts'
import styles from './words.module.css'

/** Adds words for one channel or all of them. A word that is known already gets the channel as well. */
export function WordForm({ saved }: { saved: ForbiddenWords }) {
  const { t } = useTranslation()
  const messageOf = useErrorMessage()
  const { data: shops = [] } = useQuery(shopsQuery)
  const [text, setText] = useState('')
  const [channel, setChannel] = useState(0)
  const words = wordsOf(text)
  const { save, error, isSaving } = useSaveWords(saved)
  const onSuccess = () => {
    setText((now) => (now === text ? '' : now))
    showToast({
      tone: 'success',
      message: t('words.added', { count: words.length, figure: count(words.length) }),
    })
  }
  const tooLong = words.find((word) => lengthOf(word) > mostForbiddenLetters)
  const next = withWords(saved.words, words, channel)
  const fault =
    tooLong !== undefined
      ? t('words.tooLong', { word: tooLong, most: mostForbiddenLetters })
      : next.length > mostForbiddenWords
        ? t('words.tooMany', { most: count(mostForbiddenWords) })
        : undefined
  const platforms = new Map(
    shops.flatMap(({ platform }) => (platform ? [[platform.data.id, platform.data.name]] : [])),
  )

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (words.length > 0 && fault === undefined) save(next, { onSuccess })
  }

  return (
    <section className={list['card']} aria-labelledby="new-words">
      <h2 id="new-words">{t('words.new')}</h2>
      <p className={list['muted']}>{t('words.help')}</p>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextArea
          label={t('words.words')}
          help={t('words.onePerLine')}
          rows={4}
          value={text}
          error={fault ?? (error ? messageOf(error) : undefined)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <SelectField
          label={t('words.channel')}
          value={String(channel)}
          onChange={({ currentTarget }) => setChannel(Number(currentTarget.value))}
        >
          <option value="0">{t('words.allChannels')}</option>
          {[...platforms].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button variant="primary" type="submit" busy={isSaving} disabled={words.length === 0}>
          {t('words.add', { count: words.length, figure: count(words.length) })}
        </Button>
        <ConfirmLeave when={words.length > 0} isSaving={isSaving} text={t('words.leaveText')} />
      </form>
    </section>
  )
}

/** One word a line, or with commas between them. */
function wordsOf(text: string): string[] {
  const words = text.split(/[\n,、;；]+/u).map((word) => word.replaceAll(/\s+/g, ' ').trim())
  return [...new Map(words.filter(Boolean).map((word) => [forbiddenKeyOf(word), word])).values()]
}

/** @param channel 0: all of them */
function withWords(saved: ForbiddenWords['words'], words: string[], channel: number) {
  const all = new Map(saved.map(({ word, platform_ids }) => [forbiddenKeyOf(word), { word, platform_ids }]))
  for (const word of words) {
    const key = forbiddenKeyOf(word)
    const ids = all.get(key)?.platform_ids
    const isForAll = channel === 0 || ids?.length === 0
    all.set(key, { word, platform_ids: isForAll ? [] : [...new Set([...(ids ?? []), channel])] })
  }
  return [...all.values()]
}
