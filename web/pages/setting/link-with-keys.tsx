import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { notifications } from '@mantine/notifications'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorWords } from '../../parts/error-words.ts'
import { type Shop, shopsKey } from '../../parts/shops.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './link-with-keys.module.css'

type Props = {
  platform: { id: number; name: string }
  /** The shop whose keys are no longer accepted. */
  again?: Shop
  onBack: () => void
  onDone: () => void
}

/** For channels without a consent page: the keys are tried before anything is saved. */
export function LinkWithKeys({ platform, again, onBack, onDone }: Props) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  const link = useMutation({
    mutationFn: (given: FormData) => {
      const text = (name: string) => {
        const value = given.get(name)
        return typeof value === 'string' ? value.trim() : ''
      }
      return api('POST /shops', {
        body: {
          platform_id: platform.id,
          name: text('name'),
          platform_url: text('platform_url'),
          api_key: text('api_key'),
          api_secret: text('api_secret'),
        },
      })
    },
    onSuccess: async ({ data }) => {
      notifications.show({ message: t('channels.linked', { shop: data.system_name }) })
      onDone()
      await queries.invalidateQueries({ queryKey: shopsKey })
      await navigate({ to: paths.channel(data.id) })
    },
  })
  const invalid = link.error instanceof ApiError ? link.error.fields : {}
  const general = link.error && Object.keys(invalid).length === 0 ? wordsOf(link.error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    link.mutate(new FormData(event.currentTarget))
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={submit}>
      <p className={styles['text']}>
        {again
          ? t('channels.keysAgain', { shop: again.system_name })
          : t('channels.keysText', { platform: platform.name })}
      </p>
      {again ? (
        <input type="hidden" name="name" value={again.name} />
      ) : (
        <TextField name="name" label={t('channels.keysName')} error={invalid['name']} maxLength={255} />
      )}
      <TextField
        name="platform_url"
        type="url"
        label={t('channels.keysAddress')}
        placeholder="https://shop.example"
        defaultValue={again?.platform_url ?? undefined}
        error={invalid['platform_url']}
      />
      <TextField name="api_key" label={t('channels.keysKey')} error={invalid['api_key']} autoComplete="off" />
      <TextField
        name="api_secret"
        type="password"
        label={t('channels.keysSecret')}
        error={invalid['api_secret']}
        autoComplete="off"
      />
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onBack}>{t(again ? 'action.cancel' : 'channels.keysBack')}</Button>
        <Button look="primary" type="submit" busy={link.isPending}>
          {link.isPending ? t('channels.keysTrying') : t('channels.linkNow')}
        </Button>
      </div>
    </form>
  )
}
